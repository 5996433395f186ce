package org.attestry.credential;

import static org.attestry.testkit.Futures.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadDidDocumentRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadTokenStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.SignAsSdJwtRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Calls;

/** A registry of somebody else, which serves its DID document and status lists over HTTP. */
final class ForeignRegistry {

  /** Paths that get no response. */
  static final String SILENT = "/silent/";

  private final Vertx vertx;
  private final HttpServer server;
  private final RunningService service;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Map<String, String> documents = new ConcurrentHashMap<>();

  private ForeignRegistry(Vertx vertx) throws Exception {
    this.vertx = vertx;
    this.server =
        await(vertx.createHttpServer().requestHandler(this::serve).listen(0, "127.0.0.1"));
    this.service = RunningService.start(Map.of("PUBLIC_URL", origin()));
  }

  static ForeignRegistry start() throws Exception {
    return new ForeignRegistry(Vertx.vertx());
  }

  void stop() throws Exception {
    service.discard();
    await(vertx.close());
  }

  String origin() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  String did() {
    return "did:web:127.0.0.1%3A" + server.actualPort();
  }

  RunningService service() {
    return service;
  }

  /** The paths that were requested. */
  List<String> requests() {
    return requests;
  }

  /** Serves a document at a path of its own, and gives its address. */
  String serve(String path, String document) {
    documents.put(path, document);
    return origin() + path;
  }

  private void serve(HttpServerRequest request) {
    requests.add(request.path());
    if (request.path().startsWith(SILENT)) {
      return;
    }
    document(request.path())
        .onSuccess(document -> request.response().end(document))
        .onFailure(none -> request.response().setStatusCode(404).end());
  }

  private Future<Buffer> document(String path) {
    if (documents.containsKey(path)) {
      return Future.succeededFuture(Buffer.buffer(documents.get(path)));
    }
    if (path.equals("/.well-known/did.json")) {
      return service
          .begin(
              CredentialOperations.READ_DID_DOCUMENT,
              new ReadDidDocumentRequest(null, null),
              Caller.NOBODY)
          .map(read -> Buffer.buffer(read.document().utf8()));
    }
    String[] parts = path.split("/");
    if (path.startsWith("/token-status-lists/")) {
      return service
          .begin(
              CredentialOperations.READ_TOKEN_STATUS_LIST,
              new ReadTokenStatusListRequest(parts[2]),
              Caller.NOBODY)
          .map(read -> Buffer.buffer(read.jwt()));
    }
    return parts.length == 4
        ? service
            .begin(
                CredentialOperations.READ_STATUS_LIST,
                new ReadStatusListRequest(parts[2], parts[3]),
                Caller.NOBODY)
            .map(read -> Buffer.buffer(read.document().utf8()))
        : Future.failedFuture("unknown");
  }

  /** A stored credential with entries in the registry's own lists. */
  ObjectNode issue() throws Exception {
    return issue(template(), UUID.randomUUID().toString());
  }

  ObjectNode issue(ObjectNode template, String entityId) throws Exception {
    JsonBytes credential =
        service
            .request(
                CredentialOperations.ISSUE_CREDENTIAL,
                new IssueCredentialRequest(
                    "Student", entityId, null, Json.write(template), JsonBytes.of("{}")),
                Caller.NOBODY)
            .credential();
    return (ObjectNode) Json.read(credential);
  }

  /** A stored credential as SD-JWT, with its place in a Token Status List. */
  String sdJwt(JsonNode credential) throws Exception {
    return service
        .request(
            CredentialOperations.SIGN_AS_SD_JWT,
            new SignAsSdJwtRequest(Json.write(credential), null),
            Caller.NOBODY)
        .sdJwt();
  }

  /** Issues a credential whose status is in the list at an address. */
  ObjectNode issueWithEntry(String type, String context, String list, String index)
      throws Exception {
    ObjectNode template = template();
    template.withArray("@context").add(context);
    template
        .putObject("credentialStatus")
        .put("id", list + "#" + index)
        .put("type", type)
        .put("statusPurpose", "revocation")
        .put("statusListIndex", index)
        .put("statusListCredential", list);
    return issue(template, UUID.randomUUID().toString());
  }

  void revoke(String entityId, JsonNode credential) throws Exception {
    CredentialWithdrawn withdrawn =
        new CredentialWithdrawn(
            "Student",
            entityId,
            credential.get("id").textValue(),
            null,
            "u",
            CredentialWithdrawn.Reason.REVOKED);
    service.request(
        Fact.deliveryTo("credential"),
        Facts.of(RegistryFacts.CREDENTIAL_WITHDRAWN, entityId, withdrawn, Calls.byNobody()),
        Caller.NOBODY);
  }

  ObjectNode sign(JsonNode template) throws Exception {
    return (ObjectNode)
        Json.read(
            service
                .request(
                    CredentialOperations.SIGN_CREDENTIAL,
                    new SignCredentialRequest(JsonBytes.of("{}"), Json.write(template)),
                    RunningService.ADMIN)
                .credential());
  }

  static ObjectNode template() {
    return (ObjectNode)
        Json.read(
            """
            {
              "@context": ["https://www.w3.org/2018/credentials/v1"],
              "type": ["VerifiableCredential"],
              "issuanceDate": "2026-01-02T03:04:05Z",
              "credentialSubject": {"id": "did:example:ada"}
            }
            """);
  }
}
