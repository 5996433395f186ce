package org.attestry.gateway.http;

import static org.attestry.contracts.claims.ClaimsOperations.ADD_CLAIM_NOTE;
import static org.attestry.contracts.claims.ClaimsOperations.ATTEST_CLAIM;
import static org.attestry.contracts.claims.ClaimsOperations.LIST_CLAIMS;
import static org.attestry.contracts.claims.ClaimsOperations.READ_CLAIM;
import static org.attestry.contracts.claims.ClaimsOperations.READ_CLAIM_HISTORY;
import static org.attestry.contracts.claims.ClaimsOperations.WITHDRAW_CLAIM;
import static org.attestry.contracts.registry.RegistryOperations.RAISE_ATTESTATION;
import static org.attestry.contracts.registry.RegistryOperations.READ_ATTESTED_DATA;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.contracts.claims.AddClaimNoteRequest;
import org.attestry.contracts.claims.AttestClaimRequest;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ListClaimsRequest;
import org.attestry.contracts.claims.ReadClaimRequest;
import org.attestry.contracts.claims.WithdrawClaimRequest;
import org.attestry.contracts.registry.RaiseAttestationRequest;
import org.attestry.contracts.registry.ReadAttestedDataRequest;
import org.attestry.runtime.bus.BusClient;

/** Attestations and claims (interface 6.1). */
public final class AttestationRoutes {

  private static final String CLAIMS = "/api/v1/{type}/claims";
  private static final String CLAIM = CLAIMS + "/{claimId}";
  private static final String ATTESTED_DATA =
      "/api/v1/{type}/{id}/attestation/{policy}/{attestationId}";
  private static final int PAGE_SIZE = 20;
  private static final int LARGEST_PAGE = 1_000;

  private final BusClient bus;

  public AttestationRoutes(BusClient bus) {
    this.bus = bus;
  }

  public List<Endpoint> endpoints() {
    return Stream.of(attestations(), decisions(), claims()).flatMap(List::stream).toList();
  }

  private List<Endpoint> attestations() {
    return List.of(
        Endpoint.post("raiseAttestation", "/api/v1/send")
            .op(Op.SEND)
            .summary("Sends properties of an entity for attestation under a policy.")
            .allows(AllowedCallers.CONTRIBUTORS)
            .fails(404, 409, 422)
            .reads(RequestHeader.IDEMPOTENCY_KEY)
            .takes(Body.json("RaiseAttestationRequest"))
            .replies(ReplyFormat.envelope("AttestationReceipt"), this::raiseAttestation),
        Endpoint.get("readAttestedData", ATTESTED_DATA)
            .summary(
                "Reads the credential of a granted attestation: by the record's osid, or by the"
                    + " name of the property.")
            .allows(AllowedCallers.READERS)
            .replies(
                ReplyFormat.plain("Credential").or(ReplyFormat.CREDENTIAL, "Credential"),
                this::readAttestedData));
  }

  private List<Endpoint> decisions() {
    return List.of(
        Endpoint.post("attestClaim", CLAIM + "/attest")
            .op(Op.ATTEST)
            .summary("Grants or rejects a claim; the token needs the role named as the type.")
            .allows(AllowedCallers.ATTESTORS)
            .fails(409, 422)
            .reads(RequestHeader.IDEMPOTENCY_KEY)
            .takes(Body.json("AttestClaimRequest"))
            .replies(ReplyFormat.envelope("AttestedClaim"), this::attestClaim),
        Endpoint.post("withdrawClaim", CLAIM + "/withdraw")
            .op(Op.ATTEST)
            .summary("Takes an open claim back; the property is DRAFT again.")
            .allows(AllowedCallers.CHANGERS)
            .fails(409, 422)
            .reads(RequestHeader.IDEMPOTENCY_KEY)
            .takes(Body.optional("WithdrawClaimRequest"))
            .replies(ReplyFormat.envelope("AttestedClaim"), this::withdrawClaim));
  }

  private List<Endpoint> claims() {
    return List.of(
        Endpoint.post("addClaimNote", CLAIM + "/notes")
            .op(Op.UPDATE)
            .summary("Adds a note to an open claim.")
            .allows(AllowedCallers.CLAIM_PARTIES)
            .fails(409, 422)
            .reads(RequestHeader.IDEMPOTENCY_KEY)
            .takes(Body.json("AddClaimNoteRequest"))
            .replies(ReplyFormat.envelope("ClaimNote"), this::addClaimNote),
        Endpoint.get("readClaimHistory", CLAIM + "/history")
            .summary("Reads what happened to a claim, newest first.")
            .allows(AllowedCallers.CLAIM_PARTIES)
            .replies(ReplyFormat.plain("ClaimHistory"), this::readClaimHistory),
        Endpoint.get("readClaim", CLAIM)
            .summary("Reads a claim.")
            .allows(AllowedCallers.CLAIM_READERS)
            .replies(ReplyFormat.plain("Claim"), this::readClaim),
        Endpoint.get("listClaims", CLAIMS)
            .summary(
                "Lists the claims that the caller may decide or has raised, or that are about an"
                    + " entity of the caller's, newest first.")
            .allows(AllowedCallers.CLAIM_LISTERS)
            .query("status", "string", "OPEN or CLOSED, by default both")
            .query("entity", "string", "the requester's type")
            .query("entityId", "string", "the requester's entity")
            .query("attestationName", "string", "the attestation policy")
            .query(
                "olderThan",
                "string",
                "raised before: a time such as 2026-01-31T00:00:00Z, or a duration such as P7D")
            .query("page", "integer", "which page, from 0")
            .query("cursor", "string", "nextCursor of the page before, instead of page")
            .query("size", "integer", "claims on a page, 1 to 1000, by default 20")
            .replies(ReplyFormat.plain("Claims"), this::listClaims));
  }

  private Future<Reply> raiseAttestation(Call call) {
    return bus.request(RAISE_ATTESTATION, call.body(RaiseAttestationRequest.class), call.context())
        .map(raised -> Reply.result(Map.of("attestationOSID", raised.attestationOSID())));
  }

  private Future<Reply> attestClaim(Call call) {
    var body = call.body(AttestClaimRequest.class);
    var request =
        new AttestClaimRequest(call.type(), call.path("claimId"), body.action(), body.notes());
    return bus.request(ATTEST_CLAIM, request, call.context()).map(Reply::result);
  }

  private Future<Reply> withdrawClaim(Call call) {
    String notes = call.body() == null ? null : call.body(WithdrawClaimRequest.class).notes();
    var request = new WithdrawClaimRequest(call.type(), call.path("claimId"), notes);
    return bus.request(WITHDRAW_CLAIM, request, call.context()).map(Reply::result);
  }

  private Future<Reply> addClaimNote(Call call) {
    var body = call.body(AddClaimNoteRequest.class);
    var request =
        new AddClaimNoteRequest(call.type(), call.path("claimId"), body.text(), body.documents());
    return bus.request(ADD_CLAIM_NOTE, request, call.context()).map(Reply::result);
  }

  private Future<Reply> readClaimHistory(Call call) {
    var request = new ReadClaimRequest(call.type(), call.path("claimId"));
    return bus.request(READ_CLAIM_HISTORY, request, call.context()).map(Reply::plain);
  }

  private Future<Reply> readClaim(Call call) {
    var request = new ReadClaimRequest(call.type(), call.path("claimId"));
    return bus.request(READ_CLAIM, request, call.context()).map(Reply::plain);
  }

  private Future<Reply> listClaims(Call call) {
    var request =
        new ListClaimsRequest(
            call.type(),
            call.oneOf("status", ClaimStatus.class),
            call.query("entity"),
            call.query("entityId"),
            call.query("attestationName"),
            call.before("olderThan"),
            call.number("page", 0, 0, Integer.MAX_VALUE),
            call.number("size", PAGE_SIZE, 1, LARGEST_PAGE),
            call.query("cursor"));
    return bus.request(LIST_CLAIMS, request, call.context()).map(Reply::plain);
  }

  private Future<Reply> readAttestedData(Call call) {
    var request =
        new ReadAttestedDataRequest(
            call.type(), call.id(), call.path("policy"), call.path("attestationId"));
    String form = call.wants(ReplyFormat.CREDENTIAL) ? ReplyFormat.CREDENTIAL : ReplyFormat.JSON;
    return bus.request(READ_ATTESTED_DATA, request, call.context())
        .map(read -> Reply.plain(read.credential()).with("content-type", form));
  }
}
