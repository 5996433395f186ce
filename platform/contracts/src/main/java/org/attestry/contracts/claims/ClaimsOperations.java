package org.attestry.contracts.claims;

import org.attestry.contracts.Operation;

/**
 * The operations of claims-service. None opens a claim: the fact {@code AttestationRaised} does.
 */
public final class ClaimsOperations {

  public static final Operation<ReadClaimRequest, ClaimView> READ_CLAIM =
      Operation.of("claims.readClaim.v1", ReadClaimRequest.class, ClaimView.class);

  public static final Operation<ListClaimsRequest, ClaimsView> LIST_CLAIMS =
      Operation.of("claims.listClaims.v1", ListClaimsRequest.class, ClaimsView.class);

  /** Grants or rejects; when it replies, a read of the entity shows the new state. */
  public static final Operation<AttestClaimRequest, AttestedClaim> ATTEST_CLAIM =
      Operation.of("claims.attestClaim.v1", AttestClaimRequest.class, AttestedClaim.class);

  /** Takes an open claim back, for who may change its entity; the property is DRAFT again. */
  public static final Operation<WithdrawClaimRequest, AttestedClaim> WITHDRAW_CLAIM =
      Operation.of("claims.withdrawClaim.v1", WithdrawClaimRequest.class, AttestedClaim.class);

  /** Adds a note to an open claim, for who may read it. */
  public static final Operation<AddClaimNoteRequest, ClaimView.Note> ADD_CLAIM_NOTE =
      Operation.of("claims.addClaimNote.v1", AddClaimNoteRequest.class, ClaimView.Note.class);

  /** What happened to a claim, for who may read it. */
  public static final Operation<ReadClaimRequest, ClaimHistoryView> READ_CLAIM_HISTORY =
      Operation.of("claims.readClaimHistory.v1", ReadClaimRequest.class, ClaimHistoryView.class);

  /** For the registry: which claims there are, whether or not the caller may see them. */
  public static final Operation<FindClaimsRequest, FoundClaims> FIND_CLAIMS =
      Operation.of("claims.findClaims.v1", FindClaimsRequest.class, FoundClaims.class);

  /** For the registry: the claims that are open, whether or not the caller may see them. */
  public static final Operation<FindOpenClaimsRequest, OpenClaimsPage> FIND_OPEN_CLAIMS =
      Operation.of("claims.findOpenClaims.v1", FindOpenClaimsRequest.class, OpenClaimsPage.class);

  private ClaimsOperations() {}
}
