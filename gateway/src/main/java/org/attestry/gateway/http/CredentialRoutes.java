package org.attestry.gateway.http;

import static org.attestry.contracts.credential.CredentialOperations.CREATE_ISSUER;
import static org.attestry.contracts.credential.CredentialOperations.FIND_REVOKED;
import static org.attestry.contracts.credential.CredentialOperations.IMPORT_KEY;
import static org.attestry.contracts.credential.CredentialOperations.READ_CONTEXT;
import static org.attestry.contracts.credential.CredentialOperations.READ_DID_DOCUMENT;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.registry.RegistryOperations.REVOKE_CREDENTIAL;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CreateIssuerRequest;
import org.attestry.contracts.credential.FindRevokedRequest;
import org.attestry.contracts.credential.ImportKeyRequest;
import org.attestry.contracts.credential.ReadContextRequest;
import org.attestry.contracts.credential.ReadDidDocumentRequest;
import org.attestry.contracts.credential.SignCredentialRequest;
import org.attestry.contracts.credential.VerifyCredentialRequest;
import org.attestry.contracts.registry.RevokeCredentialRequest;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.json.Json;

/** Credentials, and what others need to verify them (interface 7.1). */
public final class CredentialRoutes {

  private static final String FOREVER = "public, max-age=31536000, immutable";

  private final BusClient bus;
  private final Definitions definitions;

  public CredentialRoutes(BusClient bus, Definitions definitions) {
    this.bus = bus;
    this.definitions = definitions;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.post("signCredential", "/utils/sign", Op.SIGN)
            .says("Signs data into a credential; nothing is stored.")
            .costly()
            .allows(AllowedCallers.SIGNERS)
            .takes(Body.json("SignRequest"))
            .replies(ReplyFormat.envelope("Credential"))
            .by(this::signCredential),
        Endpoint.post("createIssuer", "/api/v1/issuers", Op.CREATE)
            .says("Makes an issuer with a key of its own; one that is there stays as it is.")
            .allows(AllowedCallers.ADMINS)
            .takes(Body.json("CreateIssuerRequest"))
            .fails(409)
            .replies(ReplyFormat.envelope("Issuer"))
            .by(this::createIssuer),
        Endpoint.post("importKey", "/api/v1/issuers/keys", Op.CREATE)
            .says("Imports a public key of a former system, whose credentials are to verify here.")
            .allows(AllowedCallers.ADMINS)
            .takes(Body.json("ImportKeyRequest"))
            .fails(409)
            .replies(ReplyFormat.envelope("Issuer"))
            .by(this::importKey),
        verifyCredential("verifyCredential", "/api/v1/verify"),
        verifyCredential("verifyCredentialAsUtility", "/utils/verify"),
        Endpoint.post("revokeCredential", "/api/v1/{type}/{id}/revoke", Op.REVOKE)
            .says("Revokes an entity's credential.")
            .allows(AllowedCallers.REVOKERS)
            .fails(409, 422)
            .reads(RequestHeader.IDEMPOTENCY_KEY)
            .replies(ReplyFormat.envelope())
            .by(this::revokeCredential),
        Endpoint.get("findRevoked", "/api/v1/RevokedCredential", Op.READ)
            .says("Lists the revoked credentials of an entity, for an administrator.")
            .allows(AllowedCallers.ADMINS)
            .query("entityId", "string", true, "the entity's osid")
            .replies(ReplyFormat.list("RevokedCredential"))
            .by(this::findRevoked),
        Endpoint.get("readContext", "/contexts/{digest}", Op.READ)
            .says("Reads a JSON-LD context of our own; what is at an address never changes.")
            .allows(AllowedCallers.ANYBODY)
            .replies(ReplyFormat.document("application/ld+json"))
            .by(this::readContext),
        Endpoint.get("readDidDocument", "/.well-known/did.json", Op.READ)
            .says("Reads the public keys of the default issuer (did:web).")
            .allows(AllowedCallers.ANYBODY)
            .replies(ReplyFormat.document(ReplyFormat.JSON))
            .by(call -> readDidDocument(call, null)),
        Endpoint.get("readDidDocumentOfIssuer", "/issuers/{name}/did.json", Op.READ)
            .says("Reads the public keys of an issuer (did:web).")
            .allows(AllowedCallers.ANYBODY)
            .replies(ReplyFormat.document(ReplyFormat.JSON))
            .by(call -> readDidDocument(call, call.path("name"))));
  }

  private Endpoint verifyCredential(String operationId, String path) {
    return Endpoint.post(operationId, path, Op.VERIFY)
        .says("Verifies a credential: proof, revocation, expiry, issuer.")
        .costly()
        .allows(AllowedCallers.ANYBODY)
        .takes(Body.json("VerifyCredentialRequest"))
        .replies(ReplyFormat.plain("Verification"))
        .by(this::verifyCredential);
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

  private Future<Reply> findRevoked(Call call) {
    var request = new FindRevokedRequest(call.mandatory("entityId"));
    return bus.request(FIND_REVOKED, request, call.context())
        .map(found -> Reply.plain(found.revoked()));
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
