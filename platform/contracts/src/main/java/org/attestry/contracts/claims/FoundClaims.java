package org.attestry.contracts.claims;

import java.util.Map;

/**
 * @param statuses claim id to status; unknown claims are left out
 */
public record FoundClaims(Map<String, ClaimStatus> statuses) {

  public FoundClaims {
    statuses = Map.copyOf(statuses);
  }
}
