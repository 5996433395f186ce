package org.attestry.contracts.claims;

/**
 * @param entityName the requester's entity type
 * @param notes a remark of the requester, or null
 */
public record WithdrawClaimRequest(String entityName, String claimId, String notes) {

  /** Without a remark. */
  public WithdrawClaimRequest(String entityName, String claimId) {
    this(entityName, claimId, null);
  }
}
