package org.attestry.contracts.claims;

import java.util.List;

/**
 * @param claims empty when there are no more
 */
public record OpenClaimsPage(List<OpenClaim> claims) {

  public OpenClaimsPage {
    claims = List.copyOf(claims);
  }

  /**
   * @param type the entity's type
   * @param osid the requester's entity
   */
  public record OpenClaim(String claimId, String type, String osid) {}
}
