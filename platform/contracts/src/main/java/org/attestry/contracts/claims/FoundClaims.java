package org.attestry.contracts.claims;

import java.util.Map;

/**
 * @param statuses claim id to status; what there is no claim of is not here
 */
public record FoundClaims(Map<String, ClaimStatus> statuses) {

  public FoundClaims {
    statuses = Map.copyOf(statuses);
  }
}
