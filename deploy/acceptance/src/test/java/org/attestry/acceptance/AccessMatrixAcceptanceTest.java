package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.acceptance.AccessTable.Cell;
import org.attestry.acceptance.AccessTable.Kind;
import org.attestry.acceptance.AccessTable.Who;
import org.attestry.acceptance.AccessWorld.Stored;
import org.attestry.local.Endpoints;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Who may do what: every operation of the interface description, asked by every caller about every
 * kind of type, without a token, with a good one and with bad ones. The requests are made from the
 * description; what is expected stands in {@link AccessTable}. Who sees which fields is held down
 * by {@link HiddenFieldsAcceptanceTest}, what a token must be by {@link TokensAcceptanceTest}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessMatrixAcceptanceTest {

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int AT_ONCE = 12;
  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");
  private static final String NOT_ALLOWED =
      "User is not allowed to perform the operation on this entity";
  private static final String BOUNDARY = "----attestry-access";

  /** Operations that change their record, so that each needs one of its own. */
  private static final Set<String> CHANGING =
      Set.of(
          "replaceEntity",
          "deleteEntity",
          "changeProperty",
          "addProperty",
          "changeOwners",
          "revokeCredential",
          "suspendCredential",
          "reinstateCredential",
          "raiseAttestation",
          "storeFiles",
          "replaceFile",
          "deleteFile",
          "deleteFiles",
          "attestClaim",
          "attestClaims",
          "withdrawClaim",
          "addClaimNote");

  /** Operations for wallets, whose refusals have the form of OAuth. */
  private static final Set<String> OF_WALLETS =
      Set.of("issueAccessToken", "issueCopies", "issueDeferredCopies", "notifyIssuer");

  private final Endpoints suite = RunningSuite.shared();
  private final Map<String, Described> operations = new TreeMap<>();
  private final Map<Kind, Stored> shared = new EnumMap<>(Kind.class);
  private final Map<Kind, String> imports = new EnumMap<>(Kind.class);
  private AccessWorld world;

  private record Described(String method, String path, JsonNode operation) {}

  @BeforeAll
  void prepare() {
    describe();
    world = new AccessWorld(suite);
    for (Kind kind : AccessWorld.kinds()) {
      Stored stored = world.store(kind);
      world
          .client(Who.ADMIN)
          .put(
              AccessWorld.path(stored) + "/secret",
              "\"%s\"".formatted(AccessWorld.SECRET + " twice"))
          .status(200);
      imports.put(kind, world.importOf(kind));
      shared.put(kind, world.withDocument(world.withClaim(stored)));
    }
  }

  @Test
  void noOperationIsWithoutARow() {
    assertEquals(operations.keySet(), new TreeSet<>(AccessTable.operations()));
    assertEquals(Set.of(), AccessTable.missing());
  }

  @Test
  void everyCallerGetsTheResponseOfTheTable() {
    Map<Kind, String> before = new EnumMap<>(Kind.class);
    shared.forEach((kind, stored) -> before.put(kind, world.state(stored)));

    List<String> wrong = atOnce(AccessTable.cells().stream().map(this::request).toList());

    assertEquals("", String.join("\n", wrong));
    shared.forEach((kind, stored) -> assertEquals(before.get(kind), world.state(stored)));
  }

  @Test
  void nothingIsOpenToATokenThatIsNone() {
    List<Supplier<String>> requests = new ArrayList<>();
    world
        .impostors()
        .forEach(
            (name, client) ->
                operations.forEach(
                    (operation, described) ->
                        kindsOf(operation)
                            .forEach(
                                kind -> requests.add(refused(name, client, operation, kind)))));

    assertEquals("", String.join("\n", atOnce(requests)));
  }

  @Test
  void aRecordThatACallerMayNotSeeLooksLikeAMissingOne() {
    String none = "019aa000-0000-7000-8000-000000000000";
    for (Kind kind : List.of(Kind.OWNED, Kind.ROLED)) {
      Stored stored = shared.get(kind);
      String type = "/api/v1/" + stored.type();
      String documents = AccessWorld.path(stored) + "/" + AccessWorld.PROPERTY + "/documents/";
      alike(Who.OTHER, type + "/claims/" + stored.claim(), type + "/claims/" + none);
      alike(Who.OTHER, documents + stored.document(), documents + none);
      alike(Who.NOBODY, type + "/claims/" + stored.claim(), type + "/claims/" + none);
      alike(Who.NOBODY, documents + stored.document(), documents + none);
      alike(Who.NOBODY, type + "/" + stored.osid(), type + "/" + none);
      alike(Who.NOBODY, type + "/" + stored.osid() + "/history", type + "/" + none + "/history");
    }
  }

  private void alike(Who who, String there, String notThere) {
    Answer one = world.client(who).get(there);
    Answer other = world.client(who).get(notThere);
    assertEquals(other.http().statusCode(), one.http().statusCode(), there);
    assertEquals(other.json().get("params").get("err"), one.json().get("params").get("err"));
    assertEquals(other.message(), one.message());
  }

  private void describe() {
    JsonNode document = Client.withoutToken(suite).get("/api/docs/openapi.json").json();
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(method -> add(path.getKey(), method.getKey(), method.getValue())));
  }

  /** What is described once more for a type is the same operation. */
  private void add(String path, String method, JsonNode operation) {
    String operationId = operation.get("operationId").textValue();
    if (!operationId.contains("-")) {
      operations.put(operationId, new Described(method.toUpperCase(), path, operation));
    }
  }

  private List<Kind> kindsOf(String operation) {
    return AccessTable.cells().stream()
        .filter(cell -> cell.operation().equals(operation))
        .map(Cell::kind)
        .distinct()
        .toList();
  }

  private Supplier<String> request(Cell cell) {
    return () -> {
      boolean own = cell.allowed() && CHANGING.contains(cell.operation());
      Stored stored = own ? fresh(cell) : shared.get(cell.kind());
      Answer answer = send(world.client(cell.who()), cell.operation(), cell.kind(), stored);
      String found = outcome(cell, answer);
      return found.equals(cell.expected()) && isInForm(cell, answer)
          ? ""
          : "%s: %s %s".formatted(cell, found, new String(answer.http().body()));
    };
  }

  /** Whether it can be found in the logs, and a refusal has the form of all refusals. */
  private static boolean isInForm(Cell cell, Answer answer) {
    int status = answer.http().statusCode();
    boolean known = answer.header("x-request-id") != null;
    if (status < 400 || cell.operation().equals("verifyIssuedAsPage")) {
      return known;
    }
    if (OF_WALLETS.contains(cell.operation())) {
      return known && !answer.json().path("error").asText().isEmpty();
    }
    return known && isRefusal(cell, answer.json(), status);
  }

  private static boolean isRefusal(Cell cell, JsonNode envelope, int status) {
    String message = envelope.at("/params/errmsg").asText();
    boolean named = cell.kind() == Kind.NONE || status != 403 || message.equals(NOT_ALLOWED);
    return named
        && !message.isBlank()
        && envelope.path("id").asText().matches("attestry\\.(registry|utils)\\.[a-z]+")
        && envelope.at("/params/status").asText().equals("UNSUCCESSFUL")
        && envelope.at("/params/err").asText().matches("[a-z]+(\\.[a-z-]+)+")
        && envelope.path("responseCode").asText().equals("ERROR");
  }

  private Stored fresh(Cell cell) {
    Stored stored = world.store(cell.kind());
    return switch (cell.operation()) {
      case "attestClaim", "attestClaims", "withdrawClaim", "addClaimNote" ->
          world.withClaim(stored);
      case "replaceFile", "deleteFile", "deleteFiles" -> world.withDocument(stored);
      default -> stored;
    };
  }

  private Supplier<String> refused(String name, Client client, String operation, Kind kind) {
    return () -> {
      Answer answer = send(client, operation, kind, shared.get(kind));
      boolean right =
          answer.http().statusCode() == 401
              && answer.header("www-authenticate").contains("error=\"invalid_token\"");
      return right ? "" : name + " " + operation + " " + kind + ": " + answer.http().statusCode();
    };
  }

  private String outcome(Cell cell, Answer answer) {
    int status = answer.http().statusCode();
    String body = new String(answer.http().body(), StandardCharsets.UTF_8);
    if (status != 200) {
      return Integer.toString(status);
    }
    return switch (cell.expected()) {
      case "full", "public" -> body.contains(AccessWorld.SECRET) ? "full" : "public";
      case "own" -> isOwn(cell.who(), answer.json()) ? "own" : "others, too";
      default -> "200";
    };
  }

  private boolean isOwn(Who who, JsonNode page) {
    String caller = world.userId(who);
    for (JsonNode each : page.get("data")) {
      if (!each.get("osOwner").toString().contains(caller)) {
        return false;
      }
    }
    return true;
  }

  private Answer send(Client client, String operation, Kind kind, Stored stored) {
    Described described = operations.get(operation);
    String path =
        PARAMETER
            .matcher(described.path())
            .replaceAll(
                name -> Matcher.quoteReplacement(value(name.group(1), operation, kind, stored)));
    JsonNode content = described.operation().at("/requestBody/content");
    if (content.isMissingNode()) {
      return client.send(described.method(), path + query(operation, stored), null, new byte[0]);
    }
    boolean json = content.has("application/json");
    if (!json && content.has("application/x-ndjson")) {
      String row =
          operation.equals("importRevocations")
              ? "{\"credentialId\":\"urn:uuid:of-a-former-system\"}"
              : "{\"name\":\"Another name\"}";
      byte[] text = row.getBytes(StandardCharsets.UTF_8);
      String as = operation.equals("importClaims") ? "?as=adopted" : "";
      return client.send(described.method(), path + as, "application/x-ndjson", text);
    }
    if (content.has(FORM)) {
      byte[] form = "credential=%7B%7D".getBytes(StandardCharsets.UTF_8);
      return client.send(described.method(), path, FORM, form);
    }
    String text = json ? body(operation, kind, stored) : multipart(operation);
    return client.send(
        described.method(),
        path,
        json ? "application/json" : "multipart/form-data; boundary=" + BOUNDARY,
        text.getBytes(StandardCharsets.UTF_8));
  }

  private String value(String name, String operation, Kind kind, Stored stored) {
    return switch (name) {
      case "type" ->
          switch (operation) {
            case "attestClaim", "attestClaims" -> world.attestorType();
            case "readDescriptionOfType", "readCredentialType", "readCredentialTypeOfPolicy" ->
                world.type(Kind.OWNED);
            default -> stored.type();
          };
      case "id" ->
          switch (operation) {
            case "readImport", "readImportErrors" -> imports.get(kind);
            default -> kind == Kind.NONE ? schema(operation) : stored.osid();
          };
      case "property" ->
          switch (operation) {
            case "addProperty" -> "note";
            case "changeProperty" -> "remark";
            default -> AccessWorld.PROPERTY;
          };
      case "claimId" -> stored.claim();
      case "documentId" -> stored.document();
      case "version", "other" -> "1";
      case "file" -> operation.startsWith("verify") ? "verify.js" : "start.js";
      case "name" -> operation.equals("storePresentationQuery") ? "matrix" : "unknown";
      case "digest",
          "policy",
          "attestationId",
          "credentialId",
          "list",
          "purpose",
          "secret",
          "requestId",
          "reference" ->
          "unknown";
      default -> throw new IllegalArgumentException("Say what {" + name + "} is in " + operation);
    };
  }

  private String schema(String operation) {
    boolean changing = operation.equals("changeSchema") || operation.equals("deleteSchema");
    return changing ? world.draft() : world.schema(Kind.OWNED);
  }

  private String query(String operation, Stored stored) {
    return switch (operation) {
      case "searchEntitiesByAddress" ->
          "?search="
              + Base64.getUrlEncoder()
                  .encodeToString(filter(stored).getBytes(StandardCharsets.UTF_8));
      case "searchRevokedAsList" -> "?entityId=" + shared.get(Kind.OWNED).osid();
      case "searchRevokedByAddress" -> "?search=e30";
      case "listKeys" -> "?issuer=did:web:unknown.example";
      default -> "";
    };
  }

  private static String filter(Stored stored) {
    return "{\"filters\":{\"osid\":{\"eq\":\"%s\"}}}".formatted(stored.osid());
  }

  private String body(String operation, Kind kind, Stored stored) {
    return switch (operation) {
      case "createEntity", "inviteEntity" -> "{\"name\":\"Another name\"}";
      case "replaceEntity" -> kind.owned() ? stored.body() : AccessWorld.withoutSecret(stored);
      case "changeProperty" -> "\"Another remark\"";
      case "addProperty" -> "{\"note\":\"A note\"}";
      case "changeOwners" -> "{\"osOwner\":[\"%s\"]}".formatted(world.userId(Who.OTHER));
      case "searchEntities" -> filter(stored);
      case "searchSchemas", "searchRevoked" -> "{}";
      case "raiseAttestation" -> world.attestation(stored);
      case "revokeCredentialsByFilter" ->
          "{\"credentials\":\"entity\",\"filters\":{\"osid\":{\"eq\":\"%s\"}}}"
              .formatted(stored.osid());
      case "attestClaim" -> "{\"action\":\"GRANT_CLAIM\"}";
      case "attestClaims" ->
          "{\"claimId\":\"%s\",\"action\":\"GRANT_CLAIM\"}".formatted(stored.claim());
      case "createSchema" -> world.schemaRequest("Made" + Samples.fresh().unique(), "DRAFT");
      case "changeSchema" -> "{\"status\":\"DRAFT\"}";
      case "signCredential" -> Samples.fresh().sign();
      case "signCredentialAsVcApi" -> Samples.credential();
      case "verifyCredentialAsVcApi" -> "{\"verifiableCredential\":{}}";
      case "revokeCredentialAsVcApi" -> Samples.status("urn:uuid:unknown");
      case "verifyPresentation" -> "{\"verifiablePresentation\":{}}";
      case "withdrawClaim",
          "revokeCredential",
          "suspendCredential",
          "reinstateCredential",
          "revokeCredentialOfAttestation",
          "suspendCredentialOfAttestation",
          "reinstateCredentialOfAttestation" ->
          "{}";
      case "addClaimNote" -> "{\"text\":\"A note\"}";
      case "createIssuer" -> "{\"name\":\"school\"}";
      case "importKey" -> Samples.importedKey();
      case "disableIssuer", "enableIssuer" -> Samples.UNKNOWN_ISSUER;
      case "rotateKey", "revokeKey" -> Samples.UNKNOWN_KEY;
      case "requestPresentation", "storePresentationQuery" -> Samples.presentation();
      case "uploadContext" -> "{\"document\":{\"@context\":{\"a\":\"urn:a\"}}}";
      case "uploadCertificateTemplate" -> Samples.certificateTemplate("card", "<html/>");
      case "previewCertificateTemplate" -> "{\"definition\":{}}";
      case "createOffer" ->
          "{\"type\":\"%s\",\"id\":\"%s\"}".formatted(stored.type(), stored.osid());
      case "issueCopies" -> "{\"credential_configuration_id\":\"Student.sd-jwt\"}";
      case "issueDeferredCopies" -> "{\"transaction_id\":\"a\"}";
      case "notifyIssuer" -> "{}";
      case "readQrCode" -> "{\"width\":2,\"pixels\":\"AA==\"}";
      case "verifyCredential", "verifyCredentialAsUtility" -> "{\"signedCredentials\":{}}";
      default -> throw new IllegalArgumentException("Say what is sent to " + operation);
    };
  }

  private static String multipart(String operation) {
    String part = operation.equals("storeFiles") ? "files" : "file";
    return """
    --%1$s\r
    Content-Disposition: form-data; name="%2$s"; filename="b.txt"\r
    Content-Type: text/plain\r
    \r
    text\r
    --%1$s--\r
    """
        .formatted(BOUNDARY, part);
  }

  /** What went wrong, in the order of the requests. */
  private static List<String> atOnce(List<Supplier<String>> requests) {
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<String>> answers = new ArrayList<>();
      for (Supplier<String> request : requests) {
        answers.add(threads.submit(request::get));
      }
      List<String> wrong = new ArrayList<>();
      for (Future<String> answer : answers) {
        String told = answer.get();
        if (!told.isEmpty()) {
          wrong.add(told);
        }
      }
      return wrong;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
