package org.attestry.contracts.claims;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Operation;
import org.attestry.contracts.claims.ClaimsOperations.FindClaimsRequest;

/**
 * The operations of claims-service. No operation opens a claim: the fact {@code AttestationRaised}
 * does.
 */
public final class ClaimsOperations {

  public static final Operation<ReadClaimRequest, ClaimView> READ_CLAIM =
      Operation.of("claims.readClaim.v1", ReadClaimRequest.class, ClaimView.class);

  public static final Operation<ListClaimsRequest, ClaimsView> LIST_CLAIMS =
      Operation.of("claims.listClaims.v1", ListClaimsRequest.class, ClaimsView.class);

  /**
   * Grants or rejects a claim; once the reply is sent, a read of the entity shows the new state.
   */
  public static final Operation<AttestClaimRequest, AttestedClaim> ATTEST_CLAIM =
      Operation.of("claims.attestClaim.v1", AttestClaimRequest.class, AttestedClaim.class);

  /**
   * Withdraws an open claim, for callers who may change its entity; the property is DRAFT again.
   */
  public static final Operation<WithdrawClaimRequest, AttestedClaim> WITHDRAW_CLAIM =
      Operation.of("claims.withdrawClaim.v1", WithdrawClaimRequest.class, AttestedClaim.class);

  /** Adds a note to an open claim, for callers who may read the claim. */
  public static final Operation<AddClaimNoteRequest, ClaimView.Note> ADD_CLAIM_NOTE =
      Operation.of("claims.addClaimNote.v1", AddClaimNoteRequest.class, ClaimView.Note.class);

  /** Reads the history of a claim, for callers who may read the claim. */
  public static final Operation<ReadClaimRequest, ClaimHistoryView> READ_CLAIM_HISTORY =
      Operation.of("claims.readClaimHistory.v1", ReadClaimRequest.class, ClaimHistoryView.class);

  /** Adopts claims of a former system, for the admin; importing them again changes nothing. */
  public static final Operation<ImportClaimsRequest, ImportedClaims> IMPORT_CLAIMS =
      Operation.of("claims.importClaims.v1", ImportClaimsRequest.class, ImportedClaims.class)
          .within(Duration.ofSeconds(30));

  /**
   * Returns which of the given claims exist, and their status, whether or not the caller may see
   * them: for registry-service.
   */
  public static final Operation<FindClaimsRequest, FoundClaims> FIND_CLAIMS =
      Operation.of("claims.findClaims.v1", FindClaimsRequest.class, FoundClaims.class);

  /** Returns the open claims, whether or not the caller may see them: for registry-service. */
  public static final Operation<FindOpenClaimsRequest, OpenClaimsPage> FIND_OPEN_CLAIMS =
      Operation.of("claims.findOpenClaims.v1", FindOpenClaimsRequest.class, OpenClaimsPage.class);

  private ClaimsOperations() {}

  /**
   * @param lines NDJSON: one JSON value per line; blank lines are skipped
   */
  public record ImportClaimsRequest(String lines) {}

  /**
   * The result of an import of claims.
   *
   * @param rows the number of lines
   * @param imported the number of claims that this request stored or brought up to date
   * @param known the number of claims that were stored before
   * @param refused the number of lines with an error
   * @param errors the errors of the first refused lines
   * @param moreErrors the number of refused lines whose errors are not listed
   */
  public record ImportedClaims(
      int rows, int imported, int known, int refused, List<Error> errors, int moreErrors) {

    public ImportedClaims {
      errors = List.copyOf(errors);
    }

    /**
     * The mistake in one line.
     *
     * @param line the line's number in the text, from 1
     * @param pointer RFC 6901 pointer into the line's object, empty for the whole
     */
    public record Error(int line, String pointer, String rule, String message) {}
  }

  /**
   * @param entityName the type in the path: the requester's or the attestor's
   * @param text 1 to 10,000 characters
   * @param documents locations of documents of the claim's entity, as returned by an upload
   */
  public record AddClaimNoteRequest(
      String entityName, String claimId, String text, List<String> documents) {

    public AddClaimNoteRequest {
      documents = documents == null ? List.of() : List.copyOf(documents);
    }
  }

  /**
   * @param entityName the attestor's type, as in the path
   * @param action {@code GRANT_CLAIM} or {@code REJECT_CLAIM}; anything else is invalid
   * @param notes a remark of the attestor, or null
   */
  public record AttestClaimRequest(
      String entityName, String claimId, String action, String notes) {}

  /**
   * @param state the attested property's state after the decision
   */
  public record AttestedClaim(String claimId, Decision decision, String state) {}

  /**
   * @param entityName the requester's entity type
   * @param notes a remark of the requester, or null
   */
  public record WithdrawClaimRequest(String entityName, String claimId, String notes) {}

  /**
   * @param entityName the type in the path: the requester's or the attestor's
   */
  public record ReadClaimRequest(String entityName, String claimId) {}

  /**
   * The history of a claim.
   *
   * @param propertyDataSha256 SHA-256 of the attested values as attestors see them ({@code
   *     propertyData} of the claim in UTF-8), in lower-case hex; null where the claim shows no
   *     values
   * @param data newest first
   */
  public record ClaimHistoryView(long totalCount, String propertyDataSha256, List<Entry> data) {

    public ClaimHistoryView {
      data = List.copyOf(data);
    }

    /** The kinds of entries. */
    public enum Event {
      RAISED,
      NOTE,
      GRANTED,
      REJECTED,
      WITHDRAWN,
      EXPIRED
    }

    /**
     * @param by user id, or null where no caller's request caused the entry
     * @param tokenId {@code jti} of the token of that request, or null
     * @param before the attestation's state before a decision, else null
     * @param after the attestation's state after it was raised or decided, else null
     * @param text the note's text; null for other entries
     * @param documents the note's documents; null for other entries
     */
    public record Entry(
        Event event,
        Instant at,
        String by,
        String tokenId,
        String before,
        String after,
        String text,
        List<String> documents) {}
  }

  /**
   * Requests the claims of a type that the caller may decide or has raised, or that are about an
   * entity which the caller owns.
   *
   * @param status null for claims of either status
   * @param entity the requester's entity type, or null for any
   * @param entityId the requester's entity, or null for any
   * @param attestationName the policy's name, or null for any
   * @param olderThan only claims raised before this time; null for any
   * @param page the page's number, from 0; 0 if there is a cursor
   * @param size 1 to 1000
   * @param cursor {@code nextCursor} of the previous page, or null
   * @param decision only claims that were closed in this way; null for any
   */
  public record ListClaimsRequest(
      String entityName,
      ClaimStatus status,
      String entity,
      String entityId,
      String attestationName,
      Instant olderThan,
      int page,
      int size,
      String cursor,
      Decision decision) {

    public ListClaimsRequest(
        String entityName,
        ClaimStatus status,
        String entity,
        String entityId,
        String attestationName,
        Instant olderThan,
        int page,
        int size,
        String cursor) {
      this(
          entityName,
          status,
          entity,
          entityId,
          attestationName,
          olderThan,
          page,
          size,
          cursor,
          null);
    }
  }

  /**
   * @param content newest first; may be fewer than requested although more follow
   * @param totalElements number of claims, counted to at most 1,000 beyond the page
   * @param countIs {@code exact}, or {@code planned} if the number is an estimate
   * @param nextCursor cursor of the next page, or null
   */
  public record ClaimsView(
      List<ClaimView> content,
      long totalElements,
      long totalPages,
      String countIs,
      String nextCursor) {

    public ClaimsView {
      content = List.copyOf(content);
    }
  }

  /**
   * @param claimIds up to {@link #MOST}
   */
  public record FindClaimsRequest(List<String> claimIds) {

    public static final int MOST = 500;

    public FindClaimsRequest {
      claimIds = List.copyOf(claimIds);
    }
  }

  /**
   * @param statuses claim id to status; unknown claims are left out
   */
  public record FoundClaims(Map<String, ClaimStatus> statuses) {

    public FoundClaims {
      statuses = Map.copyOf(statuses);
    }
  }

  /**
   * Requests a page of all open claims, in the order of their ids.
   *
   * @param after the last id of the previous page, or null
   * @param createdBefore only claims created before this time
   * @param limit 1 to {@link FindClaimsRequest#MOST}
   */
  public record FindOpenClaimsRequest(String after, Instant createdBefore, int limit) {}

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
}
