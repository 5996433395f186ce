package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entities as a client sees them: how they are written, read, changed and deleted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EntitiesAcceptanceTest {

  private static final int MANY = 64;

  private static final String PERSON =
      """
      {"type": "object", "additionalProperties": false, "required": ["name"],
       "properties": {
         "name": {"type": "string"}, "email": {"type": "string", "format": "email"},
         "phone": {"type": "string"}, "country": {"type": "string"},
         "marks": {"type": "array", "items": {"type": "number"}},
         "tags": {"type": "array", "items": {"type": "string"}},
         "note": {}, "papers": {"type": "string"},
         "contact": {"type": "object", "additionalProperties": false,
           "properties": {"city": {"type": "string"}, "street": {"type": "string"}}},
         "addresses": {"type": "array", "items": {"type": "object", "additionalProperties": false,
           "properties": {"street": {"type": "string"}, "zip": {"type": "string"}}}}}}
      """;
  private static final String CONFIG =
      """
      {"uniqueIndexFields": ["email", "(country,phone)"],
       "attestationPolicies": [{"name": "check", "type": "MANUAL", "conditions": "",
         "attestorPlugin": "did:internal:ClaimPluginActor?entity=Inspector",
         "attestationProperties": {"name": "$.name"}}],
       "credentialTemplate": {"@context": ["https://www.w3.org/2018/credentials/v1"],
         "type": ["VerifiableCredential"],
         "credentialSubject": {"type": "Person", "name": "{{name}}"}}}
      """;
  private static final String CONFIG_OF_JWT =
      """
      {"credentialTemplate": {"@context": ["https://www.w3.org/ns/credentials/v2"],
         "type": ["VerifiableCredential"], "credentialSubject": {"holder": "{{name}}"}}}
      """;
  private static final String ANNA =
      """
      {"name": "Anna", "contact": {"city": "Ulm"}, "tags": ["b", "a"],
       "addresses": [{"street": "A"}, {"street": "B"}]}
      """;

  private final Endpoints suite = RunningSuite.shared();
  private final Client nobody = Client.withoutToken(suite);
  private Client admin;
  private OwnType person;

  @BeforeAll
  void publish() {
    JsonNode token = new IdentityProvider(suite).clientCredentials();
    admin = Client.withToken(suite, token.get("access_token").textValue());
    person = OwnType.publish(admin, "Person", PERSON, CONFIG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/invite"})
  void aNewEntityIsAtItsLocation(String way) {
    Answer created = admin.post(person.path() + way, "{\"name\": \"New\"}").status(200);

    String osid = person.osid(created);
    assertEquals(7, UUID.fromString(osid).version());
    assertEquals(person.path(osid), created.header("location"));
    assertEquals("\"1\"", created.header("etag"));
    Answer read = admin.get(created.header("location")).status(200);
    assertEquals(osid, read.json().get("osid").textValue());
    assertEquals("\"1\"", read.header("etag"));
  }

  @Test
  void anInvitedEntityMayLackWhatIsRequiredAndNothingElse() {
    String osid = person.osid(admin.post(person.path() + "/invite", "{}").status(200));
    admin.post(person.path(), "{}").failed(400, "registry.entity.invalid");
    Answer wrong = admin.post(person.path() + "/invite", "{\"email\": \"none\", \"x\": 1}");
    wrong.failed(400, "registry.entity.invalid");
    assertEquals(
        List.of("/email", "/x"),
        wrong.result().get("violations").findValuesAsText("pointer").stream().sorted().toList());

    admin.put(person.path(osid) + "/phone", "\"1\"").status(200);
    admin.put(person.path(osid), "{\"phone\": \"2\"}").failed(400, "registry.entity.invalid");
    admin.put(person.path(osid), "{\"name\": \"Complete\"}").status(200);
  }

  @Test
  void whatWasReadCanBeEditedAndSentBack() {
    String osid = person.create(ANNA);
    admin.post("/api/v1/send", attestation(osid)).status(200);
    Answer read = admin.get(person.path(osid)).status(200);
    ObjectNode before = (ObjectNode) read.json();
    ObjectNode edited = before.deepCopy().put("phone", "7");
    edited.remove("tags");
    ((ArrayNode) edited.get("addresses")).remove(0);
    ((ArrayNode) edited.get("addresses")).addObject().put("street", "C");

    Answer changed =
        admin.put(person.path(osid), edited.toString(), "if-match", read.header("etag"));

    changed.succeeded("registry.update").withoutResult();
    JsonNode after = admin.get(person.path(osid)).json();
    assertEquals("7", after.get("phone").textValue());
    assertFalse(after.has("tags"));
    assertEquals(before.at("/contact/osid"), after.at("/contact/osid"));
    assertEquals(before.at("/addresses/1/osid"), after.at("/addresses/0/osid"));
    assertNotEquals(before.at("/addresses/0/osid"), after.at("/addresses/1/osid"));
    assertEquals("ATTESTATION_REQUESTED", after.at("/check/0/_osState").textValue());
    admin
        .put(person.path(osid), edited.toString(), "if-match", read.header("etag"))
        .failed(412, "registry.entity.stale");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"osid\": \"019aa000-0000-7000-8000-000000000000\"",
        "\"osOwner\": [\"somebody\"]",
        "\"osCreatedAt\": \"2020-01-01T00:00:00.000Z\"",
        "\"osUpdatedBy\": \"somebody\"",
        "\"_osState/name\": \"PUBLISHED\"",
        "\"_osSignedData\": \"{}\"",
        "\"_osAnything\": 1",
        "\"check\": []",
        "\"contact\": {\"osid\": \"019aa000-0000-7000-8000-000000000000\"}",
        "\"contact\": {\"_osState/city\": \"PUBLISHED\"}"
      })
  void nobodyWritesWhatIsTheServices(String member) {
    String body = "{\"name\": \"Anna\", %s}".formatted(member);
    assertEquals(400, admin.post(person.path(), body).http().statusCode());
    assertEquals(400, admin.post(person.path() + "/invite", body).http().statusCode());
    String osid = person.create("{\"name\": \"Anna\"}");
    assertEquals(400, admin.put(person.path(osid), body).http().statusCode());
  }

  @Test
  void propertiesAreChangedAndAddedAtAnyDepth() {
    String osid = person.create(ANNA);
    String one = person.path(osid);
    String second = admin.get(one).json().at("/addresses/1/osid").textValue();

    admin.put(one + "/contact/city", "\"Bonn\"").status(200);
    admin.put(one + "/addresses/1-" + second, "{\"street\": \"D\"}").status(200);
    admin.put(one + "/note", "null").status(200);
    admin.post(one + "/phone", "{\"phone\": \"1\"}").status(200);
    admin.post(one + "/tags", "{\"tags\": \"c\"}").status(200);
    admin.post(one + "/tags", "[\"d\", \"1\"]").status(200);
    admin.post(one + "/contact", "{\"street\": \"E\"}").status(200);
    admin.post(one + "/addresses/" + second, "{\"zip\": \"89\"}").status(200);
    admin.post(one + "/phone", "{\"phone\": \"2\"}").failed(409, "registry.property.exists");
    admin.put(one + "/contact/city", "5").failed(400, "registry.entity.invalid");
    admin.put(one + "/addresses/" + osid, "{}").failed(404, "registry.property.not-found");

    JsonNode read = admin.get(one).json();
    assertEquals("[\"b\",\"a\",\"c\",\"d\",\"1\"]", read.get("tags").toString());
    assertEquals("Bonn", read.at("/contact/city").textValue());
    assertEquals("E", read.at("/contact/street").textValue());
    assertEquals(
        Json.read("{\"street\": \"D\", \"zip\": \"89\", \"osid\": \"%s\"}".formatted(second)),
        read.at("/addresses/1"));
    assertEquals("1", read.get("phone").textValue());
    assertTrue(read.get("note").isNull());
  }

  @Test
  void idsMayCarryThePrefixOfOldRecords() {
    String osid = person.create("{\"name\": \"Old\"}");
    String old = person.path("1-" + osid);
    assertEquals(osid, admin.get(old).status(200).json().get("osid").textValue());
    admin.put(old, "{\"name\": \"Older\", \"osid\": \"1-%s\"}".formatted(osid)).status(200);
    admin.post(old + "/phone", "\"1\"").status(200);
    assertEquals(3, admin.get(old + "/history").status(200).json().get("totalCount").intValue());
    String search = "{\"filters\": {\"osid\": {\"eq\": \"1-%s\"}}}".formatted(osid);
    JsonNode found = admin.post(person.path() + "/search", search).status(200).json();
    assertEquals(osid, found.at("/data/0/osid").textValue());
    admin.delete(old).status(200);
    assertEquals("entity status is inactive", admin.get(person.path(osid)).status(404).message());
  }

  @Test
  void idsOfWhatHangsOnAnEntityMayCarryItToo() {
    String osid = person.create(ANNA);
    String old = person.path("1-" + osid);
    ObjectNode read = (ObjectNode) admin.get(old).status(200).json();
    for (String at : List.of("/contact", "/addresses/1")) {
      ObjectNode nested = (ObjectNode) read.at(at);
      nested.put("osid", "1-" + nested.get("osid").textValue());
    }
    admin.put(old, read.put("phone", "9").toString()).status(200);
    JsonNode after = admin.get(old).json();
    for (String at : List.of("/contact/osid", "/addresses/1/osid")) {
      assertEquals(read.at(at).textValue(), "1-" + after.at(at).textValue());
    }
    String file = file(old);
    admin.get("/api/v1/" + file.replace(osid, "1-" + osid)).status(200);
    assertEquals(1, admin.get(old + "/papers/documents").status(200).json().size());
    admin.post("/api/v1/send", attestation("1-" + osid)).status(200);
    admin.post("/api/v1/send", attestation(osid)).failed(409, "registry.attestation.open");
    admin.post(old + "/revoke", "").status(200);
    assertEquals("", admin.get(person.path(osid)).json().get("_osSignedData").textValue());
    String schema = person.schemaPath().replace("/Schema/", "/Schema/1-");
    assertEquals(person.name(), admin.get(schema).status(200).json().get("name").textValue());
  }

  @Test
  void valuesStayAsTheyWereWritten() {
    String osid =
        person.create(
            """
            {"name": " [1] ", "marks": [98.50, 12345678901234567890.10, 9007199254740993],
             "tags": ["10", "9", "007", "1.0", "[x]", "null"], "note": null}
            """);
    String read = new String(admin.get(person.path(osid)).http().body(), StandardCharsets.UTF_8);
    assertTrue(read.contains("[98.50,12345678901234567890.10,9007199254740993]"), read);
    assertTrue(read.contains("[\"10\",\"9\",\"007\",\"1.0\",\"[x]\",\"null\"]"), read);
    assertTrue(read.contains("\"name\":\" [1] \""), read);
    assertTrue(read.contains("\"note\":null"), read);
    Answer nul = admin.post(person.path(), "{\"name\": \"a\\u0000\"}");
    nul.failed(400, "json.nul");
    assertEquals("/name", nul.result().at("/violations/0/pointer").textValue());
  }

  @Test
  void anIdempotencyKeyHasOneEffect() {
    String key = UUID.randomUUID().toString();
    String body = "{\"name\": \"Once\"}";
    String osid = person.osid(admin.post(person.path(), body, "idempotency-key", key));
    Answer again = admin.post(person.path(), body, "idempotency-key", key).status(200);
    assertEquals(osid, person.osid(again));
    assertEquals(person.path(osid), again.header("location"));
    admin
        .post(person.path(), "{\"name\": \"Other\"}", "idempotency-key", key)
        .failed(422, "registry.request.key-reused");
    for (int i = 0; i < 2; i++) {
      admin.post(person.path(osid) + "/tags", "[\"x\"]", "idempotency-key", key).status(200);
    }
    assertEquals("[\"x\"]", admin.get(person.path(osid)).json().get("tags").toString());
  }

  @Test
  void takenValuesAreNamedWithoutTheDatabasesWords() {
    String unique = Samples.fresh().unique();
    String both = "{\"name\": \"A\", \"country\": \"DE\", \"phone\": \"%s\"}".formatted(unique);
    person.create(both);
    person.create(both.replace("DE", "FR"));
    Answer taken = admin.post(person.path(), both);
    taken.failed(409, "registry.entity.not-unique");
    assertEquals(
        List.of("/country", "/phone"),
        taken.result().get("violations").findValuesAsText("pointer").stream().sorted().toList());
    for (String inside : List.of(unique, "duplicate", "constraint", "entity_")) {
      assertFalse(taken.json().toString().contains(inside), taken.json().toString());
    }
  }

  @Test
  void deletionTakesAllThatHangsOnTheEntity() {
    String mail = Samples.fresh().unique() + "@example.org";
    String body = "{\"name\": \"Gone\", \"email\": \"%s\"}".formatted(mail);
    String osid = person.create(body);
    String one = person.path(osid);
    String credential = admin.get(one).json().get("_osSignedData").textValue();
    String verify = "{\"signedCredentials\": %s}".formatted(credential);
    assertTrue(nobody.post("/api/v1/verify", verify).json().get("verified").booleanValue());
    admin.post("/api/v1/send", attestation(osid)).status(200);
    String claim = admin.get(one).json().at("/check/0/_osClaimId").textValue();
    String file = file(one);

    Answer deleted = admin.delete(one).status(200);

    assertEquals(0, deleted.http().body().length);
    assertEquals("entity status is inactive", admin.get(one).status(404).message());
    nothingIsDoneWith(one, osid, file);
    Eventually.isTrue(
        () -> !nobody.post("/api/v1/verify", verify).json().get("verified").booleanValue());
    JsonNode withdrawn =
        Eventually.until(
            () -> admin.get(person.path() + "/claims/" + claim).status(200).json(),
            read -> read.get("closed").booleanValue());
    assertEquals("WITHDRAWN", withdrawn.get("decision").textValue());
    assertEquals(401, nobody.get(person.path() + "/claims/" + claim).http().statusCode());
    person.create(body);
    assertEquals(
        "deleteEntity",
        admin.get(one + "/history").status(200).json().at("/data/0/operation").textValue());
  }

  private void nothingIsDoneWith(String one, String osid, String file) {
    List<Answer> answers =
        List.of(
            admin.get(one, "accept", "application/vc+ld+json"),
            admin.put(one, "{\"name\": \"Again\"}"),
            admin.delete(one),
            admin.put(one + "/name", "\"Again\""),
            admin.put(one + "/name?send=true", "\"Again\""),
            admin.post(one + "/phone", "\"1\""),
            admin.post(one + "/revoke", ""),
            admin.post("/api/v1/send", attestation(osid)),
            admin.upload(one + "/papers/documents", "b.txt", "text/plain", new byte[] {1}),
            admin.get(one + "/papers/documents"),
            admin.get("/api/v1/" + file),
            admin.delete("/api/v1/" + file),
            admin.delete(one + "/papers/documents"));
    for (Answer answer : answers) {
      assertEquals(
          "entity status is inactive",
          answer.status(404).message(),
          answer.http().request().toString());
    }
  }

  private String file(String one) {
    return admin
        .upload(one + "/papers/documents", "a.txt", "text/plain", new byte[] {1})
        .status(200)
        .json()
        .at("/documentLocations/0")
        .textValue();
  }

  @Test
  void theHistoryListsEachChange() {
    String osid = person.create("{\"name\": \"First\"}");
    admin.put(person.path(osid) + "/name", "\"Second\"").status(200);
    JsonNode history = admin.get(person.path(osid) + "/history").status(200).json();
    assertEquals(2, history.get("totalCount").intValue());
    JsonNode last = history.at("/data/0");
    assertEquals("changeProperty", last.get("operation").textValue());
    assertEquals("/name", last.at("/changes/0/pointer").textValue());
    assertEquals("First", last.at("/changes/0/from").textValue());
    assertFalse(last.get("by").textValue().isBlank());
    assertTrue(last.get("at").textValue().endsWith("Z"));
    assertEquals(401, nobody.get(person.path(osid) + "/history").http().statusCode());
  }

  @Test
  void theFormIsChosenByAccept() {
    String osid = person.create("{\"name\": \"Form\"}");
    JsonNode entity = admin.get(person.path(osid)).status(200).json();
    Answer credential = admin.get(person.path(osid), "accept", "application/vc+ld+json");
    assertEquals("application/vc+ld+json", credential.status(200).header("content-type"));
    assertEquals(Json.read(entity.get("_osSignedData").textValue()), credential.json());
    Answer usual = admin.get(person.path(osid), "accept", "*/*");
    assertEquals("application/json", usual.header("content-type"));
    admin.get(person.path(osid), "accept", "application/xml").status(406);
    Answer first = admin.get(person.path(osid), "accept", "application/vc+jwt").status(406);
    assertTrue(first.message().contains("data model 2.0"), first.message());
  }

  @Test
  void aCredentialIsReadAsAJwtThatVerifiesUntilItIsRevoked() {
    OwnType licence =
        OwnType.publish(
            admin,
            "Licence",
            "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}",
            CONFIG_OF_JWT);
    String one = licence.path(licence.create("{\"name\": \"Ada\"}"));
    Answer read = admin.get(one, "accept", "application/vc+jwt").status(200);
    String jwt = new String(read.http().body(), StandardCharsets.US_ASCII);
    String verify = Json.write(Map.of("signedCredentials", jwt)).text();
    assertEquals("application/vc+jwt", read.header("content-type"));
    assertTrue(nobody.post("/api/v1/verify", verify).json().get("verified").booleanValue());

    admin.post(one + "/revoke", "").status(200);
    admin.get(one, "accept", "application/vc+jwt").status(410);
    Eventually.isTrue(
        () -> !nobody.post("/api/v1/verify", verify).json().get("verified").booleanValue());
  }

  @Test
  void onlyTheListedSystemFieldsAreShown() {
    OwnType shy =
        OwnType.publish(
            admin, "Shy", "{\"type\": \"object\"}", "{\"systemFields\": [\"osUpdatedAt\"]}");
    String osid = shy.create("{\"a\": 1}");
    JsonNode read = admin.get(shy.path(osid)).json();
    assertTrue(read.has("osUpdatedAt") && read.has("osid") && read.has("osOwner"));
    assertFalse(read.has("osCreatedAt") || read.has("osCreatedBy") || read.has("osUpdatedBy"));
    JsonNode usual = admin.get(person.path(person.create("{\"name\": \"A\"}"))).json();
    for (String field : List.of("osCreatedAt", "osUpdatedAt", "osCreatedBy", "osUpdatedBy")) {
      assertTrue(usual.has(field), field);
    }
  }

  @Test
  void oneDocumentMayHaveSeveralTypesOrNone() {
    String unique = Samples.fresh().unique();
    String library =
        "{\"title\": \"Parts%1$s\", \"definitions\": {\"Size\": {\"type\": \"integer\"}}}"
            .formatted(unique);
    String both =
        """
        {"properties": {"Box%1$s": {"$ref": "#/definitions/Box"},
                        "Bag%1$s": {"$ref": "#/definitions/Bag"}},
         "definitions": {
           "Box": {"type": "object", "properties": {
             "size": {"$ref": "Parts%1$s.json#/definitions/Size"}}},
           "Bag": {"type": "object", "properties": {
             "size": {"$ref": "Parts%1$s.json/#/definitions/Size"},
             "inner": {"$ref": "#/definitions/Box"}}}}}
        """
            .formatted(unique);
    schema("Parts" + unique, library).status(200);
    schema("Both" + unique, both).status(200);

    admin.post("/api/v1/Box" + unique, "{\"size\": 1}").status(200);
    admin.post("/api/v1/Bag" + unique, "{\"inner\": {\"size\": \"big\"}}").status(400);
    admin.post("/api/v1/Bag" + unique, "{\"size\": \"big\"}").status(400);
    for (String none : List.of("Parts", "Both")) {
      assertEquals(
          "Schema '%s' not found".formatted(none + unique),
          admin.post("/api/v1/" + none + unique, "{}").status(404).message());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Schema", "RevokedCredential", "admin", "_X", "9x", "a.b", "a+b"})
  void someNamesNoTypeMayHave(String name) {
    String document = OwnType.document(name, "{\"type\": \"object\"}", "{}");
    Answer refused = schema("Named" + Samples.fresh().unique(), document);
    refused.failed(400, "schema.document.invalid");
    assertEquals("type-name", refused.result().at("/violations/0/rule").textValue());
  }

  @Test
  void noReferenceIsEverFetched() throws IOException {
    try (ServerSocket elsewhere = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String address = "http://127.0.0.1:%d/X.json".formatted(elsewhere.getLocalPort());
      String definition =
          "{\"type\": \"object\", \"properties\": {\"x\": {\"$ref\": \"%s#/definitions/X\"}}}"
              .formatted(address);
      String name = "Fetching" + Samples.fresh().unique();
      Answer refused = schema(name, OwnType.document(name, definition, "{}"));
      assertEquals(400, refused.http().statusCode());
      assertTrue(refused.message().contains("nothing is fetched"), refused.message());
      elsewhere.setSoTimeout(1);
      assertThrows(SocketTimeoutException.class, elsewhere::accept);
    }
  }

  @Test
  void allOfManyFirstCreatesOfAFreshTypeSucceed() throws Exception {
    OwnType fresh = OwnType.publish(admin, "Fresh", PERSON, "{\"uniqueIndexFields\": [\"email\"]}");
    List<Integer> statuses =
        atOnce(
            i -> create(fresh, "{\"name\": \"A\", \"email\": \"m%d@example.org\"}".formatted(i)));
    assertEquals(MANY, statuses.stream().filter(status -> status == 200).count(), "" + statuses);
  }

  @Test
  void ofManyCreatesWithOneUniqueValueOneWins() throws Exception {
    String mail = Samples.fresh().unique() + "@example.org";
    String body = "{\"name\": \"A\", \"email\": \"%s\"}".formatted(mail);
    List<Integer> statuses = atOnce(i -> create(person, body));
    assertEquals(1, statuses.stream().filter(status -> status == 200).count(), "" + statuses);
    assertEquals(
        MANY - 1, statuses.stream().filter(status -> status == 409).count(), "" + statuses);
  }

  /** Of an entity that is created and a schema that is deleted at once, one is refused. */
  @Test
  void noEntityIsLeftOfADeletedType() throws Exception {
    for (int round = 0; round < 5; round++) {
      OwnType racing = OwnType.publish(admin, "Racing", PERSON, "{}");
      List<Boolean> deleted = new CopyOnWriteArrayList<>();
      List<Integer> statuses =
          atOnce(
              i -> {
                if (i % 8 != 3) {
                  return create(racing, "{\"name\": \"A\"}");
                }
                int status = settled(() -> admin.delete(racing.schemaPath()));
                deleted.add(status == 200);
                return status == 200 ? 404 : status;
              });
      assertNotEquals(deleted.contains(true), statuses.contains(200), "" + statuses);
      assertFalse(statuses.contains(500), "" + statuses);
    }
  }

  /** Creates once, with as many requests as a busy machine needs. */
  private int create(OwnType type, String body) {
    String key = UUID.randomUUID().toString();
    return settled(() -> admin.post(type.path(), body, "idempotency-key", key));
  }

  private static int settled(Supplier<Answer> request) {
    return Eventually.until(request, EntitiesAcceptanceTest::isSettled).http().statusCode();
  }

  private static boolean isSettled(Answer answer) {
    int status = answer.http().statusCode();
    boolean inFlight =
        status == 409
            && answer.json().at("/params/err").textValue().equals("registry.request.in-flight");
    return !inFlight && status != 503 && status != 504;
  }

  private static <T> List<T> atOnce(IntFunction<T> work) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<T>> all = new ArrayList<>();
      for (int i = 0; i < MANY; i++) {
        int number = i;
        all.add(() -> work.apply(number));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> done : threads.invokeAll(all)) {
        results.add(result(done));
      }
      return results;
    }
  }

  private static <T> T result(Future<T> done) throws InterruptedException {
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private Answer schema(String name, String document) {
    ObjectNode request = (ObjectNode) Json.read("{}");
    request.put("name", name).put("schema", document).put("status", "PUBLISHED");
    return admin.post("/api/v1/Schema", request.toString());
  }

  private String attestation(String osid) {
    return """
    {"entityName": "%s", "entityId": "%s", "name": "check", "propertiesOSID": {}}\
    """
        .formatted(person.name(), osid);
  }
}
