package org.attestry.contracts.claims;

import java.util.List;

/**
 * @param claimIds up to {@link #MOST}
 */
public record FindClaimsRequest(List<String> claimIds) {

  public static final int MOST = 500;

  public FindClaimsRequest {
    claimIds = List.copyOf(claimIds);
  }
}
