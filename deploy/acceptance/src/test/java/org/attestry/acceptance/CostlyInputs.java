package org.attestry.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.attestry.acceptance.HostileWorld.Targets;
import org.attestry.local.Endpoints;

/**
 * The most costly input of each costly operation, and the pools that it goes through: {@link
 * #inputs} has a row for each operation that the interface description marks {@code x-costly}, and
 * {@link #POOLS} one for each pool that has metrics.
 */
final class CostlyInputs {

  private static final String V1 = "\"https://www.w3.org/2018/credentials/v1\"";
  private static final String PDF = "application/pdf";
  private static final String LONG_DOCUMENT = "readEntity, a long PDF";
  private static final String LARGE_ENTITY = "readEntity, one of many objects";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String WORD = "\u0915\u094d\u0937\u093f ";

  /**
   * Pools of work that no input of a caller can make longer or more, and the queues of changes,
   * which only those share who change the same entity.
   */
  static final Set<String> POOLS_WITHOUT_INPUT =
      Set.of(
          "credential-keys",
          "egress",
          "egress-lookup",
          "file-cleaning",
          "file-health",
          "gateway-description",
          "registry-changes",
          "registry-check",
          "registry-compile");

  /** The operations whose inputs go through a pool. */
  static final Map<String, String> POOLS =
      Map.ofEntries(
          Map.entry("gateway-costly", "verifyCredential"),
          Map.entry("gateway-pictures", "readQrCode"),
          Map.entry("gateway-bodies", "verifyCredential"),
          Map.entry("gateway-bulk", "importEntities"),
          Map.entry("gateway-batches", "verifyCredentialAsUtility"),
          Map.entry("registry-accounts", "inviteEntity"),
          Map.entry("requests", "createEntity"),
          Map.entry("requests-of-services", "createEntity"),
          Map.entry("registry-validation", "createEntity"),
          Map.entry("registry-values", "createEntity"),
          Map.entry("claims-conditions", "listClaims"),
          Map.entry("claims-lists", "listClaims"),
          Map.entry("claims-caller-records", "listClaims"),
          Map.entry("registry-caller-records", "listClaims"),
          Map.entry("registry-compared-records", "listClaims"),
          Map.entry("registry-bulk", "importEntities"),
          Map.entry("registry-entities", LARGE_ENTITY),
          Map.entry("registry-entities-of-services", LARGE_ENTITY),
          Map.entry("registry-rows", "importEntities"),
          Map.entry("registry-entity-work", LARGE_ENTITY),
          Map.entry("registry-searches", "searchEntities"),
          Map.entry("registry-ordered-scans", "searchEntities"),
          Map.entry("registry-slow-searches", "searchEntities"),
          Map.entry("schema-lint", "createSchema"),
          Map.entry("credential-signing", "signCredential"),
          Map.entry("credential-verifying", "verifyCredential"),
          Map.entry("credential-texts", "verifyIssued"),
          Map.entry("credential-rendering", "readEntity"),
          Map.entry("credential-long-documents", LONG_DOCUMENT),
          Map.entry("file-uploads", "storeFiles"),
          Map.entry("file-downloads", "readFile"),
          Map.entry("file-upload", "storeFiles"),
          Map.entry("file-download", "readFile"),
          Map.entry("file-disk", "storeFiles"));

  /** The largest photo, of stripes. */
  private static final String PHOTO =
      "{\"width\":1200,\"pixels\":\"" + "/wAP".repeat(240_000) + "\"}";

  private final Endpoints suite;
  private final HostileWorld world;
  private final String tooLong;
  private final String barelyShortEnough;
  private final String large;
  private final AtomicInteger names = new AtomicInteger();

  CostlyInputs(Endpoints suite, HostileWorld world) {
    this.suite = suite;
    this.world = world;
    this.tooLong = entity("{\"name\":\"" + WORD.repeat(16_000) + "\"}");
    this.barelyShortEnough = entity("{\"name\":\"" + WORD.repeat(4_000) + "\"}");
    this.large = entity("{\"name\":\"a\",\"any\":[" + HostileJson.joined(19_000, n -> "{}") + "]}");
  }

  /** The costly operations of the interface description that the gateway reads. */
  static Set<String> costlyOperations(JsonNode description) {
    Set<String> costly = new TreeSet<>();
    for (JsonNode path : description.get("paths")) {
      for (JsonNode operation : path) {
        if (operation.path("x-costly").asBoolean() || operation.path("x-costly").isArray()) {
          costly.add(operation.get("operationId").textValue());
        }
      }
    }
    return costly;
  }

  /** The inputs of one caller, by operation. */
  Map<String, Supplier<Answer>> inputs(Client caller) {
    Targets targets = world.targets();
    String type = "/api/v1/" + targets.type();
    String record = type + "/" + targets.id();
    Map<String, Supplier<Answer>> all = new TreeMap<>(credentials(caller));
    all.put("createSchema", () -> schema(caller, HostileSchemas.doubled()));
    all.put("changeSchema", () -> caller.put("/api/v1/Schema/" + targets.draft(), changed()));
    all.put("createEntity", () -> caller.post(type, manyItems()));
    all.put("inviteEntity", () -> caller.post(type + "/invite", manyItems()));
    all.put("searchEntities", () -> caller.post(type + "/search", search()));
    all.put("listClaims", () -> caller.get(type + "/claims?size=1000"));
    all.put("readEntity", () -> caller.get(tooLong, "accept", PDF));
    all.put(LARGE_ENTITY, () -> caller.get(large));
    all.put(
        "changeProperty", () -> caller.put(large + "/name", "\"" + names.incrementAndGet() + "\""));
    all.put(LONG_DOCUMENT, () -> caller.get(barelyShortEnough, "accept", PDF));
    all.put("readAttestedData", () -> caller.get(record + "/attestation/check/x", "accept", PDF));
    all.put("importEntities", () -> caller.post(type + "/import", "text/csv", columns()));
    byte[] lines = "{}\n".repeat(1_000).getBytes(StandardCharsets.UTF_8);
    all.put(
        "importClaims",
        () -> caller.post("/api/v1/claims/import?as=adopted", "application/x-ndjson", lines));
    all.put("exportEntities", () -> caller.get(type + "/export", "accept", "text/csv"));
    byte[] file = new byte[5_000_000];
    String papers = record + "/papers/documents";
    all.put("storeFiles", () -> caller.upload(papers, "large", "text/plain", file));
    all.put(
        "replaceFile", () -> caller.send("PUT", papers + "/" + targets.documentId(), "a/b", file));
    all.put("readFile", () -> caller.get(papers + "/" + targets.documentId()));
    return all;
  }

  private Map<String, Supplier<Answer>> credentials(Client caller) {
    String linked = credential(HostileCredentials.graphs(30, 9));
    String ring = credential(HostileCredentials.ring(1_000));
    String form = "credential=" + URLEncoder.encode(linked, StandardCharsets.UTF_8);
    byte[] lines =
        verification(linked)
            .replace("\n", " ")
            .concat("\n")
            .repeat(5)
            .getBytes(StandardCharsets.UTF_8);
    String issued = "urn:uuid:00000000-0000-4000-8000-000000000000";
    String reference = world.targets().reference();
    return Map.ofEntries(
        Map.entry("signCredential", () -> caller.post("/utils/sign", loops())),
        Map.entry(
            "signCredentialAsVcApi",
            () ->
                caller.post(
                    "/credentials/issue", "{\"credential\":%s,\"options\":{}}".formatted(linked))),
        Map.entry("verifyCredential", () -> caller.post("/api/v1/verify", verification(linked))),
        Map.entry(
            "verifyCredentialAsUtility",
            () -> caller.post("/utils/verify", "application/x-ndjson", lines)),
        Map.entry(
            "verifyCredentialAsVcApi",
            () ->
                caller.post(
                    "/credentials/verify", "{\"verifiableCredential\":%s}".formatted(ring))),
        Map.entry(
            "verifyPresentation",
            () ->
                caller.post(
                    "/presentations/verify",
                    HostileCredentials.presentation(
                        linked, "{\"type\":\"RsaSignature2018\",\"challenge\":\"c\"}"))),
        Map.entry("readRequestObject", () -> caller.get("/oid4vp/requests/" + reference)),
        Map.entry(
            "readRequestObjectByPost",
            () -> caller.post("/oid4vp/requests/" + reference, FORM, new byte[0])),
        Map.entry(
            "receivePresentation",
            () ->
                caller.post(
                    "/oid4vp/responses/" + reference,
                    FORM,
                    ("response=" + "A".repeat(900_000)).getBytes(StandardCharsets.UTF_8))),
        Map.entry(
            "issueCopies",
            () ->
                caller.post(
                    "/oid4vci/credential",
                    "{\"credential_configuration_id\":\"a\",\"proofs\":{\"jwt\":[%s]}}"
                        .formatted(HostileJson.joined(100_000, n -> "\"" + n + "\"")))),
        Map.entry(
            "issueDeferredCopies",
            () ->
                caller.post(
                    "/oid4vci/deferred-credential",
                    "{\"transaction_id\":\"%s\"}".formatted("a".repeat(900_000)))),
        Map.entry(
            "verifyCredentialAsPage",
            () -> caller.post("/verify", FORM, form.getBytes(StandardCharsets.UTF_8))),
        Map.entry("readQrCode", () -> caller.post("/verify/qr-code", PHOTO)),
        Map.entry("verifyIssued", () -> caller.get("/api/v1/verify/" + issued)),
        Map.entry("verifyIssuedAsPage", () -> caller.get("/verify/" + issued)),
        Map.entry(
            "importRevocations",
            () ->
                caller.post(
                    "/api/v1/RevokedCredential/import",
                    "application/x-ndjson",
                    ("{}\n".repeat(10_000)).getBytes(StandardCharsets.UTF_8))),
        Map.entry(
            "previewCertificateTemplate",
            () ->
                caller.post(
                    "/api/v1/templates/" + world.targets().template() + "/preview",
                    "{\"type\":\"" + world.targets().type() + "\"}",
                    "accept",
                    PDF)));
  }

  private static Answer schema(Client caller, String document) {
    return caller.post("/api/v1/Schema?dryRun=true", document);
  }

  private static String changed() {
    return "{\"status\":\"DRAFT\"}";
  }

  private static String manyItems() {
    return "{\"name\":\"a\",\"items\":[" + HostileJson.joined(200_000, n -> "1") + "]}";
  }

  private static String search() {
    return "{\"filters\":{\"name\":{\"contains\":\"a\"},\"email\":{\"contains\":\"b\"}},\"limit\":1000}";
  }

  private static byte[] columns() {
    return HostileJson.joined(100_000, n -> "c" + n).getBytes(StandardCharsets.UTF_8);
  }

  private String entity(String body) {
    String type = world.targets().type();
    return "/api/v1/"
        + type
        + "/"
        + Client.withoutToken(suite)
            .post("/api/v1/" + type, body)
            .status(200)
            .result()
            .at("/" + type + "/osid")
            .textValue();
  }

  private static String loops() {
    return """
    {"data": {"a": [%s]}, "credentialTemplate": {"@context": [%s],
     "type": ["VerifiableCredential"], "credentialSubject": {"name":
     "{{#each a}}{{#each ../a}}{{/each}}{{/each}}"}}}\
    """
        .formatted(HostileJson.joined(5_000, n -> "1"), V1);
  }

  private static String verification(String credential) {
    return "{\"signedCredentials\": " + credential + "}";
  }

  private static String credential(String subject) {
    return """
    {"@context": [%s, {"ex": "http://example.org/"}],
     "type": ["VerifiableCredential"], "credentialSubject": %s,
     "proof": {"type": "RsaSignature2018", "proofPurpose": "assertionMethod",
       "verificationMethod": "did:web:127.0.0.1#key", "jws": "eyJhbGciOiJQUzI1NiJ9..AA"}}\
    """
        .formatted(V1, subject);
  }
}
