package org.attestry.gateway.http;

import static org.attestry.contracts.credential.CredentialOperations.CREATE_ISSUER;
import static org.attestry.contracts.credential.CredentialOperations.IMPORT_KEY;
import static org.attestry.contracts.credential.CredentialOperations.READ_CONTEXT;
import static org.attestry.contracts.credential.CredentialOperations.READ_DID_DOCUMENT;
import static org.attestry.contracts.credential.CredentialOperations.READ_REVOKED;
import static org.attestry.contracts.credential.CredentialOperations.SEARCH_REVOKED;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.registry.RegistryOperations.REVOKE_CREDENTIAL;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CreateIssuerRequest;
import org.attestry.contracts.credential.ImportKeyRequest;
import org.attestry.contracts.credential.ReadContextRequest;
import org.attestry.contracts.credential.ReadDidDocumentRequest;
import org.attestry.contracts.credential.ReadRevokedRequest;
import org.attestry.contracts.credential.SearchRevokedRequest;
import org.attestry.contracts.credential.SignCredentialRequest;
import org.attestry.contracts.credential.VerifyCredentialRequest;
import org.attestry.contracts.registry.RevokeCredentialRequest;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.json.Json;

/** Credentials, and what others need to verify them (interface 7.1). */
public final class CredentialRoutes {

  private static final String REVOKED_TYPE = "RevokedCredential";
  private static final String REVOKED = "/api/v1/" + REVOKED_TYPE;
  private static final String FOREVER = "public, max-age=31536000, immutable";

  private final BusClient bus;
  private final Definitions definitions;

  public CredentialRoutes(BusClient bus, Definitions definitions) {
    this.bus = bus;
    this.definitions = definitions;
  }

  public List<Endpoint> endpoints() {
    return Stream.of(credentials(), revoked(), publicDocuments()).flatMap(List::stream).toList();
  }

  private List<Endpoint> credentials() {
    return List.of(
        Endpoint.post("signCredential", "/utils/sign")
            .op(Op.SIGN)
            .summary("Signs data into a credential; nothing is stored.")
            .costly()
            .allows(AllowedCallers.SIGNERS)
            .takes(Body.json("SignRequest"))
            .replies(ReplyFormat.envelope("Credential"), this::signCredential),
        Endpoint.post("createIssuer", "/api/v1/issuers")
            .summary("Makes an issuer with a key of its own; one that is there stays as it is.")
            .allows(AllowedCallers.ADMINS)
            .takes(Body.json("CreateIssuerRequest"))
            .fails(409)
            .replies(ReplyFormat.envelope("Issuer"), this::createIssuer),
        Endpoint.post("importKey", "/api/v1/issuers/keys")
            .summary(
                "Imports a public key of a former system, whose credentials are to verify here.")
            .allows(AllowedCallers.ADMINS)
            .takes(Body.json("ImportKeyRequest"))
            .fails(409)
            .replies(ReplyFormat.envelope("Issuer"), this::importKey),
        verifyCredential("verifyCredential", "/api/v1/verify"),
        verifyCredential("verifyCredentialAsUtility", "/utils/verify"),
        Endpoint.post("revokeCredential", "/api/v1/{type}/{id}/revoke")
            .op(Op.REVOKE)
            .summary("Revokes an entity's credential.")
            .allows(AllowedCallers.REVOKERS)
            .fails(409, 422)
            .reads(RequestHeader.IDEMPOTENCY_KEY)
            .replies(ReplyFormat.envelope(), this::revokeCredential));
  }

  private List<Endpoint> revoked() {
    return List.of(
        Endpoint.get("searchRevokedAsList", REVOKED)
            .summary("Lists revoked credentials.")
            .allows(AllowedCallers.ADMINS)
            .query("entityId", "string", "the osid of the entity that they are about")
            .query("limit", "integer", "how many at most, by default 20")
            .query("offset", "integer", "how many to pass over, by default none")
            .query("sort", "string", "fields with commas between, such as -osCreatedAt")
            .query("cursor", "string", "nextCursor of a reply with the same sort")
            .replies(ReplyFormat.plain("RevokedCredentialSearchResult"), this::listRevoked),
        Endpoint.post("searchRevoked", REVOKED + "/search")
            .op(Op.SEARCH)
            .summary("Finds revoked credentials by a filter.")
            .allows(AllowedCallers.ADMINS)
            .takes(Body.unchecked("SearchRequest"))
            .replies(
                ReplyFormat.plain("RevokedCredentialSearchResult"),
                call -> searchRevoked(call, call.body())),
        Endpoint.get("searchRevokedByAddress", REVOKED + "/search")
            .op(Op.SEARCH)
            .summary("Finds revoked credentials by a filter that stands in the address.")
            .allows(AllowedCallers.ADMINS)
            .requiredQuery("search", "string", "the body of a search in base64url")
            .replies(
                ReplyFormat.plain("RevokedCredentialSearchResult"),
                call -> searchRevoked(call, call.encoded("search"))),
        Endpoint.get("readRevoked", REVOKED + "/{id}")
            .summary("Reads a revoked credential.")
            .allows(AllowedCallers.ADMINS)
            .replies(ReplyFormat.plain("RevokedCredential"), this::readRevoked));
  }

  private List<Endpoint> publicDocuments() {
    return List.of(
        Endpoint.get("readContext", "/contexts/{digest}")
            .summary("Reads a JSON-LD context of our own; what is at an address never changes.")
            .allows(AllowedCallers.ANYBODY)
            .replies(ReplyFormat.document("application/ld+json"), this::readContext),
        Endpoint.get("readDidDocument", "/.well-known/did.json")
            .summary("Reads the public keys of the default issuer (did:web).")
            .allows(AllowedCallers.ANYBODY)
            .replies(ReplyFormat.document(ReplyFormat.JSON), call -> readDidDocument(call, null)),
        Endpoint.get("readDidDocumentOfIssuer", "/issuers/{name}/did.json")
            .summary("Reads the public keys of an issuer (did:web).")
            .allows(AllowedCallers.ANYBODY)
            .replies(
                ReplyFormat.document(ReplyFormat.JSON),
                call -> readDidDocument(call, call.path("name"))));
  }

  private Endpoint verifyCredential(String operationId, String path) {
    return Endpoint.post(operationId, path)
        .op(Op.VERIFY)
        .summary("Verifies a credential: proof, revocation, expiry, issuer.")
        .costly()
        .allows(AllowedCallers.ANYBODY)
        .takes(Body.json("VerifyCredentialRequest"))
        .replies(ReplyFormat.plain("Verification"), this::verifyCredential);
  }

  private Future<Reply> signCredential(Call call) {
    Wrapped sent = call.body(Wrapped.class);
    if (sent.request() != null && (sent.data() != null || sent.credentialTemplate() != null)) {
      throw Failure.invalid(
              "gateway.body.invalid",
              "/request",
              "once",
              "Send data and credentialTemplate either in 'request' or beside nothing else.")
          .exception();
    }
    JsonBytes body = sent.request() == null ? call.body() : sent.request();
    definitions.check("SignCredentialRequest", body);
    var request = Json.read(body, SignCredentialRequest.class);
    return bus.request(SIGN_CREDENTIAL, request, call.context())
        .map(signed -> Reply.result(signed.credential()));
  }

  private Future<Reply> createIssuer(Call call) {
    return bus.request(CREATE_ISSUER, call.body(CreateIssuerRequest.class), call.context())
        .map(Reply::result);
  }

  private Future<Reply> importKey(Call call) {
    return bus.request(IMPORT_KEY, call.body(ImportKeyRequest.class), call.context())
        .map(Reply::result);
  }

  private Future<Reply> verifyCredential(Call call) {
    return bus.request(VERIFY_CREDENTIAL, call.body(VerifyCredentialRequest.class), call.context())
        .map(Reply::plain);
  }

  private Future<Reply> revokeCredential(Call call) {
    var request = new RevokeCredentialRequest(call.type(), call.id());
    return bus.request(REVOKE_CREDENTIAL, request, call.context()).map(done -> Reply.done());
  }

  private Future<Reply> readRevoked(Call call) {
    return bus.request(READ_REVOKED, new ReadRevokedRequest(call.path("id")), call.context())
        .map(Reply::plain);
  }

  private Future<Reply> searchRevoked(Call call, JsonBytes query) {
    return bus.request(SEARCH_REVOKED, new SearchRevokedRequest(query), call.context())
        .map(found -> Reply.plain(SearchResult.of(REVOKED_TYPE, query, found)));
  }

  /** A list is a search whose members are query parameters. */
  private Future<Reply> listRevoked(Call call) {
    ObjectNode sent = JsonNodeFactory.instance.objectNode();
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
    return bus.request(SEARCH_REVOKED, new SearchRevokedRequest(Json.write(query)), call.context())
        .map(found -> SearchResult.of(sent, page -> PageAddress.of(REVOKED, page), found))
        .map(Reply::plain);
  }

  private Future<Reply> readContext(Call call) {
    var request = new ReadContextRequest(call.path("digest"));
    return bus.request(READ_CONTEXT, request, call.context())
        .map(read -> Reply.plain(read.document()).with("cache-control", FOREVER));
  }

  private Future<Reply> readDidDocument(Call call, String issuer) {
    return bus.request(READ_DID_DOCUMENT, new ReadDidDocumentRequest(issuer), call.context())
        .map(read -> Reply.plain(read.document()));
  }

  /** Sunbird's form of a signing request: {@code {"id": …, "request": {…}}}. */
  record Wrapped(JsonBytes request, JsonBytes data, JsonBytes credentialTemplate) {}
}
