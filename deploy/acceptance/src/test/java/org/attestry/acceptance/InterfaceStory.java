package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** The interface's story, in its own order and with its own names: one chapter a test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class InterfaceStory {

  private static final int SECONDS_THE_PROVIDER_MAY_TAKE = 20;

  private final Endpoints suite;
  private final IdentityProvider identity;
  private final Client anyone;
  private final Samples samples = Samples.fresh();

  private Client admin;
  private Client teacher;
  private Client student;
  private String teacherId;
  private String studentId;
  private String claimId;
  private String attestationClaimId;
  private JsonNode entityCredential;

  InterfaceStory(Endpoints suite) {
    this.suite = suite;
    this.identity = new IdentityProvider(suite);
    this.anyone = Client.withoutToken(suite);
  }

  /** The whole story once more, outside a test of its own, and how long it took. */
  static Duration tell(Endpoints suite) throws ReflectiveOperationException {
    InterfaceStory story = new InterfaceStory(suite) {};
    List<Method> chapters =
        Stream.of(InterfaceStory.class.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Test.class))
            .sorted(Comparator.comparing(method -> method.getAnnotation(Order.class).value()))
            .toList();
    long begun = System.nanoTime();
    for (Method chapter : chapters) {
      chapter.invoke(story);
    }
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  @Test
  @Order(1)
  void anAdministratorGetsATokenForTheBackendClient() {
    JsonNode token = identity.clientCredentials();

    assertEquals("Bearer", token.get("token_type").textValue());
    assertEquals(300, token.get("expires_in").intValue(), SECONDS_THE_PROVIDER_MAY_TAKE);
    admin = Client.withToken(suite, token.get("access_token").textValue());
  }

  @Test
  @Order(2)
  void theAdministratorPublishesSchemasAndTheirTypesCanBeUsedAtOnce() {
    for (String type : List.of("Teacher", "Student")) {
      if (!isStored(type)) {
        Answer created = admin.post("/api/v1/Schema", samples.schema(type));
        created.succeeded("registry.create");
        assertFalse(created.result().at("/Schema/osid").textValue().isBlank());
      }
    }
    assertTrue(isStored("Teacher"));
    assertTrue(isStored("Student"));
  }

  @Test
  @Order(3)
  void anybodyInvitesATeacherAndAStudent() {
    Answer invitedTeacher = anyone.post("/api/v1/Teacher/invite", samples.teacher().toString());
    Answer invitedStudent = anyone.post("/api/v1/Student/invite", samples.student().toString());

    teacherId =
        invitedTeacher.succeeded("registry.invite").result().at("/Teacher/osid").textValue();
    studentId =
        invitedStudent.succeeded("registry.invite").result().at("/Student/osid").textValue();
    assertNotEquals(teacherId, studentId);
  }

  @Test
  @Order(4)
  void bothGetTokensWithTheirUserIdAttributeAndTheDefaultPassword() {
    JsonNode token = identity.password(samples.teacherPhone(), suite.defaultPassword());

    assertEquals("Bearer", token.get("token_type").textValue());
    assertEquals(300, token.get("expires_in").intValue(), SECONDS_THE_PROVIDER_MAY_TAKE);
    assertEquals(
        1800,
        token.get("refresh_expires_in").intValue(),
        SECONDS_THE_PROVIDER_MAY_TAKE,
        "counted from the login");
    for (String member :
        List.of("access_token", "refresh_token", "not-before-policy", "scope", "session_state")) {
      assertTrue(token.has(member), member);
    }
    teacher = Client.withToken(suite, token.get("access_token").textValue());
    student =
        Client.withToken(
            suite,
            identity
                .password(samples.studentPhone(), suite.defaultPassword())
                .get("access_token")
                .textValue());
  }

  @Test
  @Order(5)
  void theStudentReadsItsEntity() {
    Answer read = student.get("/api/v1/Student/" + studentId).status(200);

    JsonNode entity = read.json();
    assertEquals(studentId, entity.get("osid").textValue());
    assertEquals(1, entity.get("osOwner").size());
    assertEquals(samples.studentPhone(), entity.get("phoneNumber").textValue());
    assertEquals("DRAFT", entity.get("_osState/identityDetails").textValue());
    assertFalse(entity.has("_osClaimId/identityDetails"));
    Instant.parse(entity.get("osCreatedAt").textValue());
    assertTrue(read.header("etag").matches("\"\\d+\""));
  }

  @Test
  @Order(6)
  void othersSeeNothingThatIsPrivate() {
    Answer refused = anyone.get("/api/v1/Student/" + studentId).status(401);
    assertTrue(refused.header("www-authenticate").startsWith("Bearer"));

    JsonNode seen = teacher.get("/api/v1/Student/" + studentId).status(200).json();

    assertFalse(seen.has("phoneNumber"));
    assertEquals("Ravi Kumar", seen.get("name").textValue());
  }

  @Test
  @Order(7)
  void theStudentReplacesTheWholeEntity() {
    ObjectNode whole = samples.student();
    ((ObjectNode) whole.get("identityDetails")).put("number", "X1a");

    student
        .put("/api/v1/Student/" + studentId, whole.toString())
        .succeeded("registry.update")
        .withoutResult();

    JsonNode entity = read();
    assertEquals("X1a", entity.at("/identityDetails/number").textValue());
    student.put("/api/v1/Student/" + studentId, entity.toString()).succeeded("registry.update");
  }

  @Test
  @Order(8)
  void theStudentAddsAProperty() {
    student
        .post(
            "/api/v1/Student/" + studentId + "/favoriteSubject",
            "{\"favoriteSubject\":\"Mathematics\"}")
        .succeeded("registry.update")
        .withoutResult();

    assertEquals("Mathematics", read().get("favoriteSubject").textValue());
  }

  @Test
  @Order(9)
  void theStudentSendsThePropertyForAttestation() {
    student
        .put(
            "/api/v1/Student/" + studentId + "/identityDetails?send=true",
            "{\"kind\":\"PASSPORT\",\"number\":\"X2\"}")
        .succeeded("registry.update")
        .withoutResult();

    JsonNode entity = read();
    assertEquals("ATTESTATION_REQUESTED", entity.get("_osState/identityDetails").textValue());
    claimId = entity.get("_osClaimId/identityDetails").textValue();
  }

  @Test
  @Order(10)
  void theTeacherReadsTheClaim() {
    JsonNode claim = teacher.get("/api/v1/Teacher/claims/" + claimId).status(200).json();

    assertEquals(claimId, claim.get("id").textValue());
    assertEquals("Student", claim.get("entity").textValue());
    assertEquals(studentId, claim.get("entityId").textValue());
    assertEquals("OPEN", claim.get("status").textValue());
    assertFalse(claim.get("closed").booleanValue());
    assertFalse(claim.get("attestationId").textValue().isBlank());
    assertEquals("identity", claim.get("attestationName").textValue());
    assertEquals("X2", claim.at("/propertyData/identityDetails/number").textValue());
    JsonNode open = teacher.get("/api/v1/Teacher/claims?status=OPEN").status(200).json();
    assertTrue(open.get("content").findValuesAsText("id").contains(claimId));
  }

  @Test
  @Order(11)
  void nobodyButATeacherOfTheSchoolMayAttest() {
    String attest = "/api/v1/Teacher/claims/" + claimId + "/attest";
    String grant = "{\"action\":\"GRANT_CLAIM\"}";

    assertEquals(401, anyone.post(attest, grant).http().statusCode());
    assertEquals(403, student.post(attest, grant).http().statusCode());
    assertEquals(403, admin.post(attest, grant).http().statusCode());
    assertEquals(400, teacher.post(attest, "{\"action\":\"APPROVE\"}").http().statusCode());
    assertEquals("ATTESTATION_REQUESTED", read().get("_osState/identityDetails").textValue());
  }

  @Test
  @Order(12)
  void theTeacherGrantsAndTheNextReadShowsIt() {
    Answer granted =
        teacher.post(
            "/api/v1/Teacher/claims/" + claimId + "/attest", "{\"action\":\"GRANT_CLAIM\"}");

    granted.succeeded("registry.attest");
    assertEquals("PUBLISHED", read().get("_osState/identityDetails").textValue());
    JsonNode claim = teacher.get("/api/v1/Teacher/claims/" + claimId).status(200).json();
    assertEquals("CLOSED", claim.get("status").textValue());
    assertTrue(claim.get("closed").booleanValue());
    assertEquals(
        409,
        teacher
            .post("/api/v1/Teacher/claims/" + claimId + "/attest", "{\"action\":\"GRANT_CLAIM\"}")
            .http()
            .statusCode());
  }

  @Test
  @Order(13)
  void anotherClaimIsRejected() {
    student
        .put(
            "/api/v1/Student/" + studentId + "/identityDetails?send=true",
            "{\"kind\":\"NATIONAL_ID\",\"number\":\"N1\"}")
        .succeeded("registry.update");
    String second = read().get("_osClaimId/identityDetails").textValue();
    assertNotEquals(claimId, second);

    teacher
        .post(
            "/api/v1/Teacher/claims/" + second + "/attest",
            "{\"action\":\"REJECT_CLAIM\",\"notes\":\"not readable\"}")
        .succeeded("registry.attest");

    assertEquals("REJECTED", read().get("_osState/identityDetails").textValue());
    JsonNode claim = student.get("/api/v1/Student/claims/" + second).status(200).json();
    assertEquals("not readable", claim.at("/notes/0/text").textValue());
  }

  @Test
  @Order(14)
  void theStudentSendsAPolicyForAttestation() {
    Answer sent =
        student.post(
            "/api/v1/send",
            """
            {"entityName": "Student", "entityId": "%s", "name": "enrollment",
             "propertiesOSID": {}}
            """
                .formatted(studentId));

    String attestation =
        sent.succeeded("registry.send").result().get("attestationOSID").textValue();
    JsonNode record = read().at("/enrollment/0");
    assertEquals(attestation, record.get("osid").textValue());
    assertEquals("ATTESTATION_REQUESTED", record.get("_osState").textValue());
    attestationClaimId = record.get("_osClaimId").textValue();
  }

  @Test
  @Order(15)
  void grantingAPolicyIssuesItsCredential() {
    teacher
        .post(
            "/api/v1/Teacher/claims/" + attestationClaimId + "/attest",
            "{\"action\":\"GRANT_CLAIM\"}")
        .succeeded("registry.attest");

    JsonNode record = read().at("/enrollment/0");
    assertEquals("PUBLISHED", record.get("_osState").textValue());
    JsonNode credential = Json.read(record.get("_osAttestedData").textValue());
    assertEquals("Ravi Kumar", credential.at("/credentialSubject/name").textValue());
    assertTrue(verified(credential));
  }

  @Test
  @Order(16)
  void aBackendSignsWithoutStoring() {
    Answer signed = admin.post("/utils/sign", samples.sign());

    JsonNode credential = signed.succeeded("utils.sign").result();
    Set<String> members = new TreeSet<>();
    credential.fieldNames().forEachRemaining(members::add);
    assertEquals(
        Set.of("@context", "type", "issuanceDate", "credentialSubject", "issuer", "proof"),
        members);
    assertEquals(
        "https://www.w3.org/2018/credentials/v1", credential.at("/@context/0").textValue());
    assertEquals("VerifiableCredential", credential.at("/type/0").textValue());
    assertTrue(credential.get("issuer").textValue().startsWith("did:"));
    assertEquals("RsaSignature2018", credential.at("/proof/type").textValue());
    assertEquals("assertionMethod", credential.at("/proof/proofPurpose").textValue());
    assertTrue(credential.at("/proof/jws").textValue().matches("[\\w-]+\\.\\.[\\w-]+"));
    assertTrue(verified(credential));
    ObjectNode tampered = credential.deepCopy();
    ((ObjectNode) tampered.get("credentialSubject")).put("award", "Second prize");
    assertFalse(verified(tampered));
    assertEquals(401, anyone.post("/utils/sign", samples.sign()).http().statusCode());
  }

  @Test
  @Order(17)
  void everyTermOfACredentialHasAContextThatAnybodyCanRead() {
    JsonNode credential = admin.post("/utils/sign", samples.sign()).result();
    String generated = credential.at("/@context/1").textValue();

    assertTrue(generated.startsWith(suite.gateway()), generated);
    JsonNode context = anyone.get(generated.substring(suite.gateway().length())).status(200).json();
    assertTrue(context.at("/@context/award").isValueNode() || context.at("/@context").has("award"));
  }

  @Test
  @Order(18)
  void theEntityCarriesACredentialThatAnybodyCanVerify() {
    entityCredential = Json.read(read().get("_osSignedData").textValue());

    assertTrue(entityCredential.get("id").textValue().startsWith("urn:uuid:"));
    assertTrue(verified(entityCredential));
  }

  @Test
  @Order(19)
  void theStudentRevokesTheCredentialOnce() {
    String revoke = "/api/v1/Student/" + studentId + "/revoke";
    assertEquals(401, anyone.post(revoke, "{}").http().statusCode());
    assertEquals(401, teacher.post(revoke, "{}").http().statusCode());

    student.post(revoke, "{}").succeeded("utils.revoke").withoutResult();

    assertEquals("", read().get("_osSignedData").textValue());
    assertFalse(verified(entityCredential));
    Answer second = student.post(revoke, "{}").status(500);
    JsonNode envelope = second.envelope("utils.revoke");
    assertEquals("UNSUCCESSFUL", envelope.at("/params/status").textValue());
    assertEquals("Credential is already revoked", second.message());
    assertEquals("OK", envelope.get("responseCode").textValue());
  }

  @Test
  @Order(20)
  void filesHangOnAProperty() {
    String documents = "/api/v1/Student/" + studentId + "/photo/documents";
    byte[] content = "an image".getBytes(StandardCharsets.UTF_8);

    JsonNode stored = student.upload(documents, "me.png", "image/png", content).status(200).json();

    String location = stored.at("/documentLocations/0").textValue();
    assertTrue(location.startsWith("Student/" + studentId + "/photo/documents/"), location);
    Answer file =
        student.get("/api/v1/" + location, "content-type", "application/octet-stream").status(200);
    assertArrayEquals(content, file.http().body());
    assertEquals("image/png", file.header("content-type"));
    assertEquals(401, anyone.get("/api/v1/" + location).http().statusCode());
    assertEquals(1, student.get(documents).status(200).json().size());
    assertEquals(
        1, student.delete("/api/v1/" + location).status(200).json().get("deleted").asInt());
    student.upload(documents, "a", "text/plain", content).status(200);
    student.upload(documents, "b", "text/plain", content).status(200);
    assertEquals(2, student.delete(documents).status(200).json().get("deleted").asInt());
    student.get("/api/v1/" + location).failed(404, "file.not-found");
  }

  @Test
  @Order(21)
  void theInterfaceDescriptionNamesTheTypes() {
    JsonNode swagger = anyone.get("/api/docs/swagger.json").status(200).json();

    assertEquals("2.0", swagger.get("swagger").textValue());
    assertEquals("/", swagger.get("basePath").textValue());
    assertEquals("[\"https\"]", swagger.get("schemes").toString());
    assertEquals("1.0.0", swagger.at("/info/version").textValue());
    for (String member : List.of("consumes", "produces", "info", "host", "paths", "definitions")) {
      assertTrue(swagger.has(member), member);
    }
    List<String> paths = new ArrayList<>();
    swagger.get("paths").fieldNames().forEachRemaining(paths::add);
    assertTrue(
        paths.stream().anyMatch(path -> path.startsWith("/api/v1/Student/")), () -> "" + paths);
    assertFalse(swagger.toString().contains("attestorPlugin"));
  }

  @Test
  @Order(22)
  void theStudentFindsItsRecordsAndATeacherSearches() {
    JsonNode own = student.get("/api/v1/Student").status(200).json();
    assertTrue(own.findValuesAsText("osid").contains(studentId));

    JsonNode found =
        teacher
            .post(
                "/api/v1/Student/search",
                "{\"filters\":{\"school\":{\"eq\":\"%s\"}}}".formatted(samples.school()))
            .status(200)
            .json();
    assertEquals(1, found.get("totalCount").intValue());
    assertEquals(studentId, found.at("/data/0/osid").textValue());
  }

  @Test
  @Order(23)
  void theStudentDeletesItsEntity() {
    Answer deleted = student.delete("/api/v1/Student/" + studentId).status(200);

    assertEquals(0, deleted.http().body().length);
    Answer gone = student.get("/api/v1/Student/" + studentId).status(404);
    assertEquals("entity status is inactive", gone.message());
  }

  @Test
  @Order(24)
  void schemasAreChangedAndDeletedByTheAdministratorAlone() {
    String name = "Club" + samples.unique();
    String body = samples.clubSchema(name, "DRAFT");
    assertEquals(401, anyone.post("/api/v1/Schema", body).http().statusCode());
    assertEquals(403, teacher.post("/api/v1/Schema", body).http().statusCode());
    String osid =
        admin
            .post("/api/v1/Schema", body)
            .succeeded("registry.create")
            .result()
            .at("/Schema/osid")
            .textValue();
    assertEquals(404, admin.post("/api/v1/" + name, "{\"name\":\"Chess\"}").http().statusCode());

    admin
        .put("/api/v1/Schema/" + osid, "{\"status\":\"PUBLISHED\"}")
        .succeeded("registry.update")
        .withoutResult();
    admin.post("/api/v1/" + name, "{}").failed(400, "registry.entity.invalid");
    String club =
        admin
            .post("/api/v1/" + name, "{\"name\":\"Chess\"}")
            .succeeded("registry.create")
            .result()
            .at("/" + name + "/osid")
            .textValue();
    assertEquals(409, admin.delete("/api/v1/Schema/" + osid).http().statusCode());
    admin.delete("/api/v1/" + name + "/" + club).status(200);

    JsonNode record = admin.delete("/api/v1/Schema/" + osid).status(200).json();
    for (String member :
        List.of(
            "schema",
            "osUpdatedAt",
            "osCreatedAt",
            "osUpdatedBy",
            "name",
            "osCreatedBy",
            "osid",
            "osOwner",
            "status")) {
      assertTrue(record.has(member), member);
    }
    assertEquals(name, record.get("name").textValue());
    assertEquals(
        "Schema '%s' not found".formatted(name),
        admin.post("/api/v1/" + name, "{\"name\":\"Chess\"}").status(404).message());
  }

  private boolean isStored(String type) {
    String search = "{\"filters\":{\"name\":{\"eq\":\"%s\"}}}".formatted(type);
    return admin
        .post("/api/v1/Schema/search", search)
        .status(200)
        .json()
        .findValuesAsText("name")
        .contains(type);
  }

  private JsonNode read() {
    return student.get("/api/v1/Student/" + studentId).status(200).json();
  }

  private boolean verified(JsonNode credential) {
    return anyone
        .post("/api/v1/verify", "{\"signedCredentials\":" + credential + "}")
        .status(200)
        .json()
        .get("verified")
        .booleanValue();
  }
}
