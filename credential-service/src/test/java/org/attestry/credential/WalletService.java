package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.OfferOperations;
import org.attestry.contracts.credential.OfferOperations.CreateOfferRequest;
import org.attestry.contracts.credential.OfferOperations.CreatedOffer;
import org.attestry.contracts.credential.WalletOperations;
import org.attestry.contracts.credential.WalletOperations.AccessToken;
import org.attestry.contracts.credential.WalletOperations.IssueAccessTokenRequest;
import org.attestry.contracts.credential.WalletOperations.IssueCopiesRequest;
import org.attestry.contracts.credential.WalletOperations.IssueDeferredCopiesRequest;
import org.attestry.contracts.credential.WalletOperations.IssueNonceRequest;
import org.attestry.contracts.credential.WalletOperations.ReadCredentialOfferRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.CredentialOwners;
import org.attestry.contracts.registry.AttestationOperations.CurrentCredential;
import org.attestry.contracts.registry.AttestationOperations.OfferedCredential;
import org.attestry.contracts.registry.AttestationOperations.OwnCredential;
import org.attestry.contracts.registry.AttestationOperations.OwnCredentials;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaOperations;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.contracts.schema.TypesView;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Callers;
import org.attestry.testkit.servers.TestDatabase;

/** The service with a registry and schemas that a test sets, and the steps of a wallet. */
final class WalletService {

  static final String BASE = "https://registry.example";
  static final Caller OWNER = Callers.user("owner");
  static final String TYPE = "Student";
  static final String SD_JWT = "Student.sd-jwt";
  static final String JWT = "Student.jwt";
  static final String LDP = "Student.ldp";
  static final String TEMPLATE =
      """
      {"@context": ["https://www.w3.org/ns/credentials/v2"],
       "type": ["VerifiableCredential", "StudentCard"],
       "credentialSubject": {"type": "Person", "name": "{{name}}"},
       "proof": {"type": "DataIntegrityProof", "cryptosuite": "ecdsa-rdfc-2019"}}
      """;

  private final TestDatabase database = RunningService.migratedDatabase();
  private final RunningService service;
  private final Map<String, JsonBytes> held = new ConcurrentHashMap<>();
  private volatile List<String> owners = List.of("owner");
  private volatile boolean due;
  private volatile List<String> own = List.of();
  private volatile String definition = "{\"type\": \"object\"}";
  private volatile String fingerprint = "1";
  private volatile String template = TEMPLATE;

  WalletService(Map<String, String> settings) throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.put("PUBLIC_URL", BASE);
    service = RunningService.start(database, all);
    service.answer(
        AttestationOperations.READ_OFFERED_CREDENTIAL,
        (request, call) ->
            Future.succeededFuture(
                new OfferedCredential(
                    held.get(request.id()), owners, owners.contains(call.caller().userId()))));
    service.answer(
        AttestationOperations.READ_CREDENTIAL_OWNERS,
        (request, call) ->
            Future.succeededFuture(
                new CredentialOwners(held.containsKey(request.issued().osid()), owners)));
    service.answer(
        AttestationOperations.READ_CURRENT_CREDENTIAL,
        (request, call) ->
            Future.succeededFuture(
                new CurrentCredential(
                    held.get(request.id()), due && !held.containsKey(request.id()), owners)));
    service.answer(
        AttestationOperations.FIND_OWN_CREDENTIALS,
        (request, call) ->
            Future.succeededFuture(
                new OwnCredentials(
                    own.stream().map(id -> new OwnCredential(id, null, owners)).toList())));
    service.answer(SchemaOperations.READ_TYPE, (request, call) -> Future.succeededFuture(type()));
    service.answer(
        SchemaOperations.FIND_TYPES,
        (request, call) ->
            Future.succeededFuture(
                fingerprint.equals(request.known())
                    ? new TypesView(List.of(), fingerprint)
                    : new TypesView(List.of(type()), fingerprint)));
  }

  RunningService service() {
    return service;
  }

  TestDatabase database() {
    return database;
  }

  void stop() throws Exception {
    service.stop();
  }

  void ownedBy(String... now) {
    owners = List.of(now);
  }

  void define(String schema) {
    definition = schema;
    fingerprint = UUID.randomUUID().toString();
  }

  /** The template of the credentials that are issued from now on. */
  void fill(String other) {
    template = other;
    fingerprint = UUID.randomUUID().toString();
  }

  private EntityType type() {
    List<String> none = List.of();
    TypeConfig config =
        new TypeConfig(
            none,
            null,
            null,
            none,
            none,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            none,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            JsonBytes.of(template),
            Map.of(),
            false,
            true);
    return new EntityType(TYPE, "s", 1, JsonBytes.of(definition), config);
  }

  /** A credential of an entity, which the registry has. */
  IssuedCredential issue(String entityId) throws Exception {
    IssuedCredential issued =
        service.request(
            CredentialOperations.ISSUE_CREDENTIAL,
            new IssueCredentialRequest(
                TYPE, entityId, null, JsonBytes.of(template), JsonBytes.of("{\"name\":\"Ada\"}")),
            Caller.NOBODY);
    held.put(entityId, issued.credential());
    return issued;
  }

  /** The records with credentials that each caller owns. */
  void ownRecords(String... ids) {
    own = List.of(ids);
  }

  /** Whether the registry is yet to sign the credentials that it does not have. */
  void due(boolean now) {
    due = now;
  }

  /** The registry has the credential no more. */
  void forget(String entityId) {
    held.remove(entityId);
  }

  CreatedOffer offer(String entityId) throws Exception {
    return offer(entityId, null, OWNER);
  }

  CreatedOffer offer(String entityId, Boolean transactionCode, Caller caller) throws Exception {
    return service.request(
        OfferOperations.CREATE_OFFER,
        new CreateOfferRequest(TYPE, entityId, null, null, transactionCode, null),
        caller);
  }

  /** An offer of the owner, after which the wallet may renew what it receives. */
  CreatedOffer offerWithRefresh(String entityId, Caller caller) throws Exception {
    return service.request(
        OfferOperations.CREATE_OFFER,
        new CreateOfferRequest(TYPE, entityId, null, null, null, true),
        caller);
  }

  /** An offer that names the login at the identity provider too. */
  CreatedOffer offerWithLogin(String entityId) throws Exception {
    return service.request(
        OfferOperations.CREATE_OFFER,
        new CreateOfferRequest(TYPE, entityId, null, null, false, null, true),
        OWNER);
  }

  Future<CreatedOffer> beginOffer(String entityId, Caller caller) {
    return service.begin(
        OfferOperations.CREATE_OFFER,
        new CreateOfferRequest(TYPE, entityId, null, null, null, null),
        caller);
  }

  /** Returns the document at the offer's address. */
  JsonNode read(CreatedOffer offer) throws Exception {
    String secret = offer.address().substring(offer.address().lastIndexOf('/') + 1);
    return Json.read(
        service
            .request(
                WalletOperations.READ_CREDENTIAL_OFFER,
                new ReadCredentialOfferRequest(secret),
                Caller.NOBODY)
            .document());
  }

  String code(CreatedOffer offer) throws Exception {
    return read(offer)
        .at("/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code/pre-authorized_code")
        .textValue();
  }

  WalletReply redeem(Map<String, String> fields, String... dpop) throws Exception {
    return service.request(
        WalletOperations.ISSUE_ACCESS_TOKEN,
        new IssueAccessTokenRequest(fields, List.of(dpop)),
        Caller.NOBODY);
  }

  /** The access token of a new offer. */
  String token(String entityId) throws Exception {
    WalletReply reply = redeem(WalletKey.redeeming(code(offer(entityId))));
    assertEquals(200, reply.status(), () -> reply.body().text());
    return Json.read(reply.body()).get("access_token").textValue();
  }

  String nonce() throws Exception {
    WalletReply reply =
        service.request(WalletOperations.ISSUE_NONCE, new IssueNonceRequest(), Caller.NOBODY);
    return Json.read(reply.body()).get("c_nonce").textValue();
  }

  WalletReply copies(String token, String configuration, String... proofs) throws Exception {
    return copies(
        new AccessToken("Bearer", token, List.of()),
        Json.write(
            Map.of("credential_configuration_id", configuration, "proofs", Map.of("jwt", proofs))));
  }

  WalletReply copies(AccessToken access, JsonBytes body) throws Exception {
    return service.request(
        WalletOperations.ISSUE_COPIES, new IssueCopiesRequest(access, body), Caller.NOBODY);
  }

  WalletReply deferred(String token, String transaction) throws Exception {
    return deferred(
        new AccessToken("Bearer", token, List.of()),
        Json.write(Map.of("transaction_id", transaction)));
  }

  WalletReply deferred(AccessToken access, JsonBytes body) throws Exception {
    return service.request(
        WalletOperations.ISSUE_DEFERRED_COPIES,
        new IssueDeferredCopiesRequest(access, body),
        Caller.NOBODY);
  }

  /** The one credential that a new wallet gets in a configuration. */
  JsonNode copy(String entityId, String configuration) throws Exception {
    WalletReply reply =
        copies(token(entityId), configuration, new WalletKey().keyProof(BASE, nonce()));
    assertEquals(200, reply.status(), () -> reply.body().text());
    return Json.read(reply.body()).at("/credentials/0/credential");
  }

  VerificationView verify(JsonNode credential) throws Exception {
    return service.request(
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(Json.write(credential)),
        Caller.NOBODY);
  }

  void deliver(Fact fact) throws Exception {
    service.request(Fact.deliveryTo("credential"), fact, Caller.NOBODY);
  }
}
