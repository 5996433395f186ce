package org.attestry.gateway.routes;

import static org.attestry.contracts.claims.ClaimsOperations.ADD_CLAIM_NOTE;
import static org.attestry.contracts.claims.ClaimsOperations.ATTEST_CLAIM;
import static org.attestry.contracts.claims.ClaimsOperations.IMPORT_CLAIMS;
import static org.attestry.contracts.claims.ClaimsOperations.LIST_CLAIMS;
import static org.attestry.contracts.claims.ClaimsOperations.READ_CLAIM;
import static org.attestry.contracts.claims.ClaimsOperations.READ_CLAIM_HISTORY;
import static org.attestry.contracts.claims.ClaimsOperations.WITHDRAW_CLAIM;
import static org.attestry.contracts.registry.AttestationOperations.RAISE_ATTESTATION;
import static org.attestry.contracts.registry.AttestationOperations.READ_ATTESTED_DATA;

import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations.AddClaimNoteRequest;
import org.attestry.contracts.claims.ClaimsOperations.AttestClaimRequest;
import org.attestry.contracts.claims.ClaimsOperations.ImportClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.ListClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.ReadClaimRequest;
import org.attestry.contracts.claims.ClaimsOperations.WithdrawClaimRequest;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestedDataRequest;
import org.attestry.gateway.bulk.LineBatch;
import org.attestry.gateway.bulk.LineBatches;
import org.attestry.gateway.http.Adoption;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;
import org.attestry.runtime.json.Json;

/** Attestations and claims (interface 6.1). */
public final class AttestationRoutes {

  private static final int PAGE_SIZE = 20;
  private static final int LARGEST_PAGE = 1_000;

  private final LineBatches batches;
  private final Adoption adoption;

  public AttestationRoutes(LineBatches batches, Adoption adoption) {
    this.batches = batches;
    this.adoption = adoption;
  }

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("raiseAttestation", this::raiseAttestation);
    handlers.put("attestClaims", this::attestClaims);
    handlers.put("readAttestedData", this::readAttestedData);
    handlers.put("attestClaim", this::attestClaim);
    handlers.put("withdrawClaim", this::withdrawClaim);
    handlers.put("addClaimNote", this::addClaimNote);
    handlers.put("readClaimHistory", this::readClaimHistory);
    handlers.put("readClaim", this::readClaim);
    handlers.put("listClaims", this::listClaims);
    handlers.put("importClaims", this::importClaims);
  }

  private Future<Reply> importClaims(Call call) {
    adoption.require(call);
    var request = new ImportClaimsRequest(call.body(String.class));
    return call.request(IMPORT_CLAIMS, request).map(Reply::result);
  }

  private Future<Reply> raiseAttestation(Call call) {
    checkSend(call);
    if (LineBatches.isBatch(call)) {
      return batches.run(
          "raiseAttestation",
          call,
          "RaiseAttestationRequest",
          LineBatch.Rights.OF_LINE,
          AttestationRoutes::raise);
    }
    return call.request(RAISE_ATTESTATION, call.body(RaiseAttestationRequest.class))
        .map(raised -> Reply.result(Map.of("attestationOSID", raised.attestationOSID())));
  }

  /** Clients of Sunbird RC say twice that they send something for attestation. */
  private static void checkSend(Call call) {
    if (call.query("send") != null && !call.flag("send")) {
      throw FailureException.invalid(
          "gateway.query", "", "enum", "'send' must be true here; leave it out, or send nothing.");
    }
  }

  private static Future<RaisedLine> raise(LineBatches.Line line) {
    return line.request(RAISE_ATTESTATION, Json.read(line.json(), RaiseAttestationRequest.class))
        .map(raised -> new RaisedLine(line.number(), raised.attestationOSID()));
  }

  /** Decides claims, one in each line, or one that is sent as JSON. */
  private Future<Reply> attestClaims(Call call) {
    if (LineBatches.isBatch(call)) {
      requireToken(call);
      return batches.run(
          "attestClaims",
          call,
          "AttestOneClaimRequest",
          LineBatch.Rights.OF_LINE,
          line -> attest(call.type(), line));
    }
    return call.request(ATTEST_CLAIM, decision(call.type(), call.body())).map(Reply::result);
  }

  /** Requires a token before any line is read: a malformed line gets a reply without one. */
  private static void requireToken(Call call) {
    if (!call.context().caller().known()) {
      throw FailureException.of(
          FailureKind.UNAUTHENTICATED,
          "claims.unauthenticated",
          "This operation needs a bearer token; get one and send it.");
    }
  }

  private static Future<AttestedLine> attest(String type, LineBatches.Line line) {
    return line.request(ATTEST_CLAIM, decision(type, line.json()))
        .map(
            attested ->
                new AttestedLine(
                    line.number(), attested.claimId(), attested.decision(), attested.state()));
  }

  private static AttestClaimRequest decision(String type, JsonBytes sent) {
    var body = Json.read(sent, AttestClaimRequest.class);
    return new AttestClaimRequest(type, body.claimId(), body.action(), body.notes());
  }

  private Future<Reply> attestClaim(Call call) {
    var body = call.body(AttestClaimRequest.class);
    var request =
        new AttestClaimRequest(call.type(), call.path("claimId"), body.action(), body.notes());
    return call.request(ATTEST_CLAIM, request).map(Reply::result);
  }

  private Future<Reply> withdrawClaim(Call call) {
    String notes = call.body() == null ? null : call.body(WithdrawClaimRequest.class).notes();
    var request = new WithdrawClaimRequest(call.type(), call.path("claimId"), notes);
    return call.request(WITHDRAW_CLAIM, request).map(Reply::result);
  }

  private Future<Reply> addClaimNote(Call call) {
    var body = call.body(AddClaimNoteRequest.class);
    var request =
        new AddClaimNoteRequest(call.type(), call.path("claimId"), body.text(), body.documents());
    return call.request(ADD_CLAIM_NOTE, request).map(Reply::result);
  }

  private Future<Reply> readClaimHistory(Call call) {
    var request = new ReadClaimRequest(call.type(), call.path("claimId"));
    return call.request(READ_CLAIM_HISTORY, request).map(Reply::plain);
  }

  private Future<Reply> readClaim(Call call) {
    var request = new ReadClaimRequest(call.type(), call.path("claimId"));
    return call.request(READ_CLAIM, request).map(Reply::plain);
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
            call.query("cursor"),
            call.oneOf("decision", Decision.class));
    return call.request(LIST_CLAIMS, request).map(Reply::plain);
  }

  private Future<Reply> readAttestedData(Call call) {
    var request =
        new ReadAttestedDataRequest(
            call.type(), call.id(), call.path("policy"), call.path("attestationId"));
    return call.request(READ_ATTESTED_DATA, request)
        .compose(read -> inForm(call, request.policy(), read.credential()));
  }

  private Future<Reply> inForm(Call call, String policy, JsonBytes credential) {
    boolean form = CredentialForms.wanted(call);
    Optional<String> certificate = Certificates.wanted(call);
    if (certificate.isPresent()) {
      return Certificates.ofAttestation(call, certificate.get(), policy, credential.text());
    }
    return form
        ? CredentialForms.of(call, credential)
        : Future.succeededFuture(Reply.plain(credential));
  }

  /** The reply to a line that raised an attestation. */
  record RaisedLine(long line, String attestationOSID) {}

  /** The reply to a line that decided a claim. */
  record AttestedLine(long line, String claimId, Decision decision, String state) {}
}
