package org.attestry.contracts.claims;

import java.util.List;

/**
 * @param claims none when there are no more
 */
public record OpenClaimsPage(List<OpenClaim> claims) {

  public OpenClaimsPage {
    claims = List.copyOf(claims);
  }

  /**
   * @param type the entity's type
   * @param osid the entity that waits for the decision
   */
  public record OpenClaim(String claimId, String type, String osid) {}
}
