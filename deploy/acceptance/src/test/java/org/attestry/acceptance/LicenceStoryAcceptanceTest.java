package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

/** The story of {@code docs/guides/teaching-licences.md}: a public register of licences. */
class LicenceStoryAcceptanceTest {

  private static final int MOST_CALLS = 25;
  private static final int TEACHERS = 200;
  private static final List<String> SCRIPTS = List.of("आशा देवी", "கவிதா முருகன்", "ليلى حسن");

  /** A red dot. */
  private static final String LOGO =
      "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4"
          + "OHwAAAABJRU5ErkJggg==";

  private static final String CARD =
      """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="600"
          height="340" viewBox="0 0 600 340">
        <rect width="600" height="340" fill="#f4efe6"/>
        <image x="30" y="24" width="48" height="48" href="data:image/png;base64,%s"/>
        <text x="100" y="58" font-size="24">Teaching licence</text>
        <text x="30" y="150" font-size="28">{{entity.name}}</text>
        <text x="30" y="190" font-size="24">{{entity.ownName}}</text>
        <text x="30" y="240" font-size="16">{{entity.number}}, {{entity.subject}}</text>
      </svg>
      """
          .formatted(LOGO);

  private static final String TEACHER =
      """
      {"type": "object", "title": "Teacher", "additionalProperties": false,
       "required": ["name", "number", "phone"],
       "properties": {
         "name": {"type": "string", "title": "Name"},
         "ownName": {"type": "string", "title": "Name in own script"},
         "number": {"type": "string", "title": "Licence number", "pattern": "^TL-[0-9]{5}$"},
         "subject": {"type": "string", "title": "Subject"},
         "born": {"type": "string", "format": "date", "title": "Date of birth"},
         "phone": {"type": "string", "title": "Mobile"}}}
      """;

  private final Endpoints suite = RunningSuite.shared();
  private final IdentityProvider identity = new IdentityProvider(suite);
  private final String unique = Samples.fresh().unique();
  private final String officers = "Officer" + unique;
  private final String teachers = "Teacher" + unique;
  private final String path = "/api/v1/" + teachers;
  private final Client admin =
      Client.withToken(suite, identity.clientCredentials().get("access_token").textValue());
  private final Client everybody = Client.withoutToken(suite);
  private int calls;

  @Test
  void aPublicRegisterOfLicencesTakesTwentyFiveCalls() {
    call(admin.post("/api/v1/templates", card())).status(200);
    call(admin.post("/api/v1/Schema", officerType())).status(200);
    String schema =
        call(admin.post("/api/v1/Schema", teacherType("2027-06-30T00:00:00Z")))
            .status(200)
            .result()
            .at("/Schema/osid")
            .textValue();
    importOfficers();
    importTeachers();
    JsonNode all = lines(call(admin.get(path + "/export?format=ndjson")));
    decideAll(all);
    certificates(all);
    assertEquals(TEACHERS - 1, granted());

    call(admin.put("/api/v1/Schema/" + schema, teacherType("2028-06-30T00:00:00Z"))).status(200);
    renew(all.get(0), all.get(1));
    endEarly(all.get(2), all.get(3));
    assertTrue(calls <= MOST_CALLS, calls + " calls");
  }

  private Answer call(Answer answer) {
    calls++;
    return answer;
  }

  private String card() {
    return Json.object()
        .put("name", "card" + unique + ".svg")
        .put("mediaType", "image/svg+xml")
        .put("template", CARD)
        .toString();
  }

  private String officerType() {
    return OwnType.request(
        officers,
        "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}",
        """
        {"roles": ["admin"], "inviteRoles": ["admin"], "ownershipAttributes": [{"userId": "/name"}]}
        """);
  }

  private String teacherType(String until) {
    return OwnType.request(
        teachers,
        TEACHER,
        """
        {"roles": ["admin"], "readRoles": ["anonymous"], "createRoles": ["admin"],
         "inviteRoles": ["admin"], "privateFields": ["phone", "born"],
         "uniqueIndexFields": ["number", "phone"],
         "ownershipAttributes": [{"userId": "/phone", "mobile": "/phone"}],
         "titles": {"hi": {"/name": "नाम", "/number": "अनुज्ञप्ति संख्या"}},
         "attestationPolicies": [
           {"name": "licence", "attestorPlugin": "did:internal:ClaimPluginActor?entity=%s",
            "attestationProperties": {"name": "$.name", "ownName": "$.ownName",
              "number": "$.number", "subject": "$.subject"},
            "attestorMayRevoke": true,
            "certificateTemplates": {"card": "file:card%s.svg"},
            "credentialTemplate": {
              "@context": ["https://www.w3.org/2018/credentials/v1"],
              "type": ["VerifiableCredential", "TeachingLicence"],
              "expirationDate": "%s",
              "credentialSubject": {"type": "Teacher", "name": "{{name}}", "ownName": "{{ownName}}",
                "number": "{{number}}", "subject": "{{subject}}"}}}]}
        """
            .formatted(officers, unique, until));
  }

  private void importOfficers() {
    String rows = "{\"name\": \"one%1$s\"}\n{\"name\": \"two%1$s\"}\n".formatted(unique);
    JsonNode done =
        call(admin.post(
                "/api/v1/" + officers + "/import?logins=true",
                "application/x-ndjson",
                rows.getBytes(StandardCharsets.UTF_8)))
            .status(200)
            .result();
    assertEquals(2, done.get("created").intValue());
  }

  /**
   * A spreadsheet with a wrong title, an empty row, German dates and a number that occurs twice.
   */
  private void importTeachers() {
    String rows =
        IntStream.range(0, TEACHERS)
            .mapToObj(this::row)
            .collect(Collectors.joining("\n", "", "\n;;;;;\n"));
    String twice = "Again;;TL-00007;Art;01.02.1980;8%s999\n".formatted(unique);
    String header = "name;Name in own script;%s;subject;born;phone\n";

    Answer refused = importCsv(header.formatted("number") + rows + twice);
    refused.failed(400, "registry.import.undeclared");
    assertTrue(refused.json().toString().contains("ownName"), refused.message());

    JsonNode done =
        importCsv(
                header.formatted("number").replace("Name in own script", "ownName") + rows + twice)
            .status(200)
            .result();
    assertEquals(TEACHERS, done.get("created").intValue());
    assertEquals(1, done.get("refused").intValue());
    String errors = text(call(admin.get(done.get("errors").textValue())));
    assertTrue(errors.contains("Row 8 has the same number; it must be unique."), errors);
  }

  private String row(int i) {
    String own = i < SCRIPTS.size() ? SCRIPTS.get(i) : "";
    return "Teacher %d;%s;TL-%05d;Art;0%d.02.1980;8%s%03d"
        .formatted(i, own, i, 1 + i % 9, unique, i);
  }

  private Answer importCsv(String csv) {
    return call(
        admin.post(
            path + "/import?logins=true&date=dd.MM.yyyy",
            "text/csv",
            csv.getBytes(StandardCharsets.UTF_8)));
  }

  /** Two officers decide on a half each; the last licence is rejected. */
  private void decideAll(JsonNode all) {
    List<String> raised =
        each(
            all,
            one ->
                "{\"entityName\": \"%s\", \"entityId\": \"%s\", \"name\": \"licence\"}"
                    .formatted(teachers, one.get("osid").textValue()));
    assertEquals(TEACHERS, ndjson(admin, "/api/v1/send", raised).size());
    List<String> first = open(officer("one"));
    decide(officer("one"), first.subList(0, TEACHERS / 2), "");
    List<String> rest = open(officer("two"));
    assertEquals(TEACHERS / 2, rest.size());
    decide(officer("two"), rest, rest.getFirst());
  }

  private List<String> open(Client officer) {
    JsonNode claims =
        call(officer.get("/api/v1/%s/claims?status=OPEN&size=%d".formatted(officers, TEACHERS)))
            .status(200)
            .json();
    return each(claims.get("content"), claim -> claim.get("id").textValue());
  }

  private void decide(Client officer, List<String> claims, String rejected) {
    List<String> decisions =
        claims.stream()
            .map(
                claim ->
                    claim.equals(rejected)
                        ? decision(claim, "REJECT_CLAIM")
                        : decision(claim, "GRANT_CLAIM"))
            .toList();
    JsonNode replies = ndjson(officer, "/api/v1/%s/claims/attest".formatted(officers), decisions);
    each(replies, reply -> reply.path("decision").asText()).forEach(d -> assertFalse(d.isEmpty()));
  }

  private static String decision(String claim, String action) {
    return "{\"claimId\": \"%s\", \"action\": \"%s\", \"notes\": \"Seen.\"}"
        .formatted(claim, action);
  }

  private Client officer(String name) {
    JsonNode token = identity.password(name + unique, suite.defaultPassword());
    return Client.withToken(suite, token.get("access_token").textValue());
  }

  /** Everybody reads the certificates in three scripts: a PDF, and pictures by the template. */
  private void certificates(JsonNode all) {
    for (int i = 0; i < SCRIPTS.size(); i++) {
      String own = SCRIPTS.get(i);
      JsonNode teacher = find(all, one -> own.equals(one.path("ownName").asText()));
      String file = path + "/" + teacher.get("osid").textValue();
      String record = everybody.get(file).json().at("/licence/0/osid").textValue();
      String attestation = file + "/attestation/licence/" + record;
      Answer card =
          i == 0
              ? call(everybody.pdf(attestation))
              : call(everybody.get(attestation, "accept", "image/svg+xml", "template-key", "card"));
      card.status(200);
      assertTrue(i == 0 ? text(card).startsWith("%PDF") : text(card).contains(own), text(card));
    }
  }

  private int granted() {
    return call(everybody.post(
            path + "/search",
            """
            {"filters": {"licence": {"_osState": {"eq": "PUBLISHED"},
               "_osValidUntil": {"gt": "2027-06-01"}}}, "limit": 1, "count": "exact"}
            """))
        .status(200)
        .json()
        .get("totalCount")
        .intValue();
  }

  /** Renewals leave what is valid in force: the rejected one keeps the licence of before. */
  private void renew(JsonNode renewed, JsonNode rejected) {
    List<String> raised =
        List.of(renewed, rejected).stream()
            .map(
                one ->
                    "{\"entityName\": \"%s\", \"entityId\": \"%s\", \"name\": \"licence\"}"
                        .formatted(teachers, one.get("osid").textValue()))
            .toList();
    ndjson(admin, "/api/v1/send", raised);
    JsonNode claims =
        call(officer("one").get("/api/v1/%s/claims?status=OPEN".formatted(officers))).json();
    String no =
        find(
                claims.get("content"),
                claim -> claim.get("entityId").textValue().equals(rejected.get("osid").textValue()))
            .get("id")
            .textValue();
    decide(officer("one"), each(claims.get("content"), c -> c.get("id").textValue()), no);
    assertEquals("2028-06-30T00:00:00.000Z", licence(renewed).get("_osValidUntil").textValue());
    assertEquals("2027-06-30T00:00:00.000Z", licence(rejected).get("_osValidUntil").textValue());
    assertEquals("PUBLISHED", licence(rejected).get("_osState").textValue());
  }

  private void endEarly(JsonNode suspended, JsonNode revoked) {
    String until = "{\"reason\": \"Inquiry.\", \"until\": \"2100-03-01T00:00:00Z\"}";
    call(officer("two").post(attestation(suspended) + "/suspend", until)).status(200);
    call(officer("two").post(attestation(revoked) + "/revoke", "{\"reason\": \"Fraud.\"}"))
        .status(200);
    assertEquals("", licence(revoked).get("_osAttestedData").textValue());
    JsonNode verified =
        everybody
            .post(
                "/api/v1/verify",
                "{\"signedCredentials\": %s}"
                    .formatted(licence(suspended).get("_osAttestedData").textValue()))
            .json();
    assertFalse(verified.get("verified").booleanValue(), verified.toString());
  }

  private String attestation(JsonNode teacher) {
    return path
        + "/"
        + teacher.get("osid").textValue()
        + "/attestation/licence/"
        + licence(teacher).get("osid").textValue();
  }

  private JsonNode licence(JsonNode teacher) {
    String file = path + "/" + teacher.get("osid").textValue();
    return admin.get(file).status(200).json().at("/licence/0");
  }

  private JsonNode ndjson(Client client, String address, List<String> rows) {
    byte[] body = String.join("\n", rows).getBytes(StandardCharsets.UTF_8);
    return lines(call(client.post(address, "application/x-ndjson", body)));
  }

  private static JsonNode lines(Answer answer) {
    answer.status(200);
    return Json.read(
        text(answer).lines().filter(l -> !l.isBlank()).collect(Collectors.joining(",", "[", "]")));
  }

  private static String text(Answer answer) {
    return new String(answer.http().body(), StandardCharsets.UTF_8);
  }

  private static <T> List<T> each(JsonNode all, Function<JsonNode, T> of) {
    List<T> found = new ArrayList<>();
    all.forEach(one -> found.add(of.apply(one)));
    return found;
  }

  private static JsonNode find(JsonNode all, Function<JsonNode, Boolean> wanted) {
    return StreamSupport.stream(all.spliterator(), false)
        .filter(wanted::apply)
        .findFirst()
        .orElseThrow();
  }
}
