package org.attestry.gateway.routes;

import static org.attestry.contracts.credential.CredentialOperations.IMPORT_REVOCATIONS;
import static org.attestry.contracts.credential.CredentialOperations.READ_CONTEXT;
import static org.attestry.contracts.credential.CredentialOperations.READ_CREDENTIAL_TYPE;
import static org.attestry.contracts.credential.CredentialOperations.READ_DID_DOCUMENT;
import static org.attestry.contracts.credential.CredentialOperations.READ_JWT_VC_ISSUER;
import static org.attestry.contracts.credential.CredentialOperations.READ_REVOKED;
import static org.attestry.contracts.credential.CredentialOperations.READ_STATUS_LIST;
import static org.attestry.contracts.credential.CredentialOperations.READ_TOKEN_STATUS_LIST;
import static org.attestry.contracts.credential.CredentialOperations.SEARCH_REVOKED;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_ISSUED;
import static org.attestry.contracts.registry.EntityOperations.REINSTATE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.REVOKE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.SUSPEND_CREDENTIAL;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.ImportRevocationsRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadContextRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadCredentialTypeRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadDidDocumentRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadJwtVcIssuerRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadRevokedRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadTokenStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.SearchRevokedRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerifyIssuedRequest;
import org.attestry.contracts.registry.EntityOperations.ReinstateCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.gateway.bulk.LineBatch;
import org.attestry.gateway.bulk.LineBatches;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.MediaTypes;
import org.attestry.gateway.http.OpenApi;
import org.attestry.gateway.http.Reply;
import org.attestry.gateway.http.StaticDocument;
import org.attestry.runtime.json.Json;

/** Credentials, and the documents that verifiers need (interface 7.1). */
public final class CredentialRoutes {

  private static final String REVOKED_TYPE = "RevokedCredential";
  private static final String REVOKED = "/api/v1/" + REVOKED_TYPE;
  private static final String FOREVER = "public, max-age=31536000, immutable";

  private final OpenApi openApi;
  private final LineBatches batches;

  public CredentialRoutes(OpenApi openApi, LineBatches batches) {
    this.openApi = openApi;
    this.batches = batches;
  }

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put(
        "signCredential", call -> LineBatches.isBatch(call) ? signLines(call) : sign(call));
    handlers.put(
        "verifyCredential", call -> LineBatches.isBatch(call) ? verifyLines(call) : verify(call));
    handlers.put(
        "verifyCredentialAsUtility",
        call -> LineBatches.isBatch(call) ? verifyLines(call) : verify(call));
    handlers.put("verifyIssued", this::verifyIssued);
    handlers.put("revokeCredential", call -> revokeCredential(call, Granted.NONE));
    handlers.put("revokeCredentialOfAttestation", call -> revokeCredential(call, Granted.of(call)));
    handlers.put("suspendCredential", call -> suspendCredential(call, Granted.NONE));
    handlers.put(
        "suspendCredentialOfAttestation", call -> suspendCredential(call, Granted.of(call)));
    handlers.put("reinstateCredential", call -> reinstateCredential(call, Granted.NONE));
    handlers.put(
        "reinstateCredentialOfAttestation", call -> reinstateCredential(call, Granted.of(call)));
    handlers.put("searchRevokedAsList", this::listRevoked);
    handlers.put("searchRevoked", call -> searchRevoked(call, call.body()));
    handlers.put("searchRevokedByAddress", call -> searchRevoked(call, call.encoded("search")));
    handlers.put("readRevoked", this::readRevoked);
    handlers.put("importRevocations", this::importRevocations);
    handlers.put("readStatusList", this::readStatusList);
    handlers.put("readTokenStatusList", this::readTokenStatusList);
    handlers.put("readCredentialType", call -> readCredentialType(call, null));
    handlers.put(
        "readCredentialTypeOfPolicy", call -> readCredentialType(call, call.path("policy")));
    handlers.put("readContext", this::readContext);
    handlers.put("readDidDocument", call -> readDidDocument(call, null));
    handlers.put("readJwtVcIssuer", call -> readJwtVcIssuer(call, null));
    handlers.put("readJwtVcIssuerOfName", call -> readJwtVcIssuer(call, call.path("name")));
    handlers.put("readDidDocumentOfIssuer", call -> readDidDocument(call, call.path("name")));
  }

  /**
   * Requires a token before any line is read, because malformed lines would get a reply without
   * one.
   */
  private Future<Reply> signLines(Call call) {
    if (!call.context().caller().known()) {
      throw FailureException.of(
          FailureKind.UNAUTHENTICATED, "credential.sign.unauthenticated", "Send a token.");
    }
    return batches.run(
        "signCredential", call, "SignRequest", LineBatch.Rights.OF_CALLER, this::signLine);
  }

  private Future<Reply> verifyLines(Call call) {
    return batches.run(
        "verifyCredential",
        call,
        "VerifyCredentialRequest",
        LineBatch.Rights.OF_CALLER,
        this::verifyLine);
  }

  private Future<Reply> sign(Call call) {
    return call.request(SIGN_CREDENTIAL, signRequest(call.body()))
        .map(signed -> Reply.result(signed.credential()));
  }

  private Future<SignedLine> signLine(LineBatches.Line line) {
    return line.request(SIGN_CREDENTIAL, signRequest(line.json()))
        .map(signed -> new SignedLine(line.number(), signed.credential()));
  }

  /** Reads a signing request in either of its forms. */
  private SignCredentialRequest signRequest(JsonBytes sent) {
    Wrapped wrapped = Json.read(sent, Wrapped.class);
    boolean beside = wrapped.data() != null || wrapped.credentialTemplate() != null;
    if (wrapped.request() != null && beside) {
      throw FailureException.invalid(
          "gateway.body.invalid",
          "/request",
          "once",
          "Send data and credentialTemplate either in 'request' or beside nothing else.");
    }
    JsonBytes request = wrapped.request() == null ? sent : wrapped.request();
    openApi.check("SignCredentialRequest", request);
    return Json.read(request, SignCredentialRequest.class);
  }

  private Future<Reply> verify(Call call) {
    return call.request(VERIFY_CREDENTIAL, call.body(VerifyCredentialRequest.class).checksOnly())
        .map(found -> Reply.plain(found.checked()));
  }

  private Future<VerifiedLine> verifyLine(LineBatches.Line line) {
    var request = Json.read(line.json(), VerifyCredentialRequest.class).checksOnly();
    return line.request(VERIFY_CREDENTIAL, request)
        .map(found -> new VerifiedLine(line.number(), found.verified(), found.checks()));
  }

  private Future<Reply> verifyIssued(Call call) {
    var request = new VerifyIssuedRequest(call.path("credentialId"));
    return call.request(VERIFY_ISSUED, request)
        .map(issued -> Reply.plain(issued.verification().checked()));
  }

  private Future<Reply> revokeCredential(Call call, Granted granted) {
    var request =
        new RevokeCredentialRequest(
            call.type(),
            call.id(),
            null,
            granted.policy(),
            granted.attestationId(),
            StatusChange.of(call).reason());
    return call.request(REVOKE_CREDENTIAL, request).map(done -> Reply.done());
  }

  private Future<Reply> suspendCredential(Call call, Granted granted) {
    StatusChange change = StatusChange.of(call);
    var request =
        new SuspendCredentialRequest(
            call.type(),
            call.id(),
            null,
            granted.policy(),
            granted.attestationId(),
            change.end(),
            change.reason());
    return call.request(SUSPEND_CREDENTIAL, request).map(done -> Reply.done());
  }

  private Future<Reply> reinstateCredential(Call call, Granted granted) {
    var request =
        new ReinstateCredentialRequest(
            call.type(),
            call.id(),
            null,
            granted.policy(),
            granted.attestationId(),
            StatusChange.of(call).reason());
    return call.request(REINSTATE_CREDENTIAL, request).map(done -> Reply.done());
  }

  private Future<Reply> readRevoked(Call call) {
    return call.request(READ_REVOKED, new ReadRevokedRequest(call.path("id"))).map(Reply::plain);
  }

  private Future<Reply> searchRevoked(Call call, JsonBytes query) {
    return call.request(SEARCH_REVOKED, new SearchRevokedRequest(query))
        .map(found -> Reply.plain(SearchResult.of(REVOKED_TYPE, query, found)));
  }

  /** A list is a search whose members are query parameters. */
  private Future<Reply> listRevoked(Call call) {
    ObjectNode sent = Json.object();
    for (String name : List.of("entityId", "limit", "offset", "sort", "cursor")) {
      if (call.query(name) != null) {
        sent.put(name, call.query(name));
      }
    }
    ObjectNode query = sent.deepCopy();
    query.remove(List.of("entityId", "sort"));
    call.words("sort").forEach(query.withArray("sort")::add);
    if (sent.has("entityId")) {
      query.withObject("/filters/entityId").set("eq", sent.get("entityId"));
    }
    return call.request(SEARCH_REVOKED, new SearchRevokedRequest(Json.write(query)))
        .map(found -> SearchResult.of(sent, page -> PageAddress.of(REVOKED, page), found))
        .map(Reply::plain);
  }

  private Future<Reply> importRevocations(Call call) {
    var request = new ImportRevocationsRequest(call.body(String.class));
    return call.request(IMPORT_REVOCATIONS, request).map(Reply::result);
  }

  /** Verifiers may cache the list and must revalidate it, so that no cache serves an older one. */
  private Future<Reply> readStatusList(Call call) {
    var request = new ReadStatusListRequest(call.path("list"), call.path("purpose"));
    String mediaType = call.wants(MediaTypes.JSON) ? MediaTypes.JSON : MediaTypes.VC;
    return call.request(READ_STATUS_LIST, request)
        .map(read -> StaticDocument.of(mediaType, read.document().utf8()))
        .map(Reply::cacheable);
  }

  /** Cached as {@link #readStatusList} describes. */
  private Future<Reply> readTokenStatusList(Call call) {
    var request = new ReadTokenStatusListRequest(call.path("list"));
    return call.request(READ_TOKEN_STATUS_LIST, request)
        .map(read -> read.jwt().getBytes(StandardCharsets.US_ASCII))
        .map(jwt -> Reply.cacheable(StaticDocument.of(MediaTypes.TOKEN_STATUS_LIST, jwt)));
  }

  private Future<Reply> readCredentialType(Call call, String policy) {
    var request = new ReadCredentialTypeRequest(call.type(), policy);
    return call.request(READ_CREDENTIAL_TYPE, request)
        .map(read -> StaticDocument.of(MediaTypes.JSON, read.document().utf8()))
        .map(Reply::cacheable);
  }

  private Future<Reply> readContext(Call call) {
    var request = new ReadContextRequest(call.path("digest"));
    return call.request(READ_CONTEXT, request)
        .map(read -> Reply.plain(read.document()).with("cache-control", FOREVER));
  }

  /**
   * Verifiers may cache the document and must revalidate it, so that no cache serves a revoked key.
   */
  private Future<Reply> readDidDocument(Call call, String issuer) {
    return call.request(READ_DID_DOCUMENT, new ReadDidDocumentRequest(issuer, call.host()))
        .map(read -> StaticDocument.of(MediaTypes.JSON, read.document().utf8()))
        .map(Reply::cacheable);
  }

  private Future<Reply> readJwtVcIssuer(Call call, String issuer) {
    return call.request(READ_JWT_VC_ISSUER, new ReadJwtVcIssuerRequest(issuer, call.host()))
        .map(read -> StaticDocument.of(MediaTypes.JSON, read.document().utf8()))
        .map(Reply::cacheable);
  }

  /** The attestation whose credential a request is about; the entity's own without a policy. */
  record Granted(String policy, String attestationId) {

    static final Granted NONE = new Granted(null, null);

    static Granted of(Call call) {
      return new Granted(call.path("policy"), call.path("attestationId"));
    }
  }

  /** The reply to a line of a batch that was signed. */
  record SignedLine(long line, JsonBytes credential) {}

  /** The reply to a line of a batch that was verified. */
  record VerifiedLine(long line, boolean verified, List<VerificationView.Check> checks) {}

  /** Sunbird's form of a signing request: {@code {"id": …, "request": {…}}}. */
  record Wrapped(JsonBytes request, JsonBytes data, JsonBytes credentialTemplate) {}
}
