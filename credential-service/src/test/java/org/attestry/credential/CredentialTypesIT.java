package org.attestry.credential;

import static org.attestry.contracts.credential.CredentialOperations.READ_CREDENTIAL_TYPE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.ReadCredentialTypeRequest;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.DecisionRules;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaOperations;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The metadata of the types of SD-JWTs. */
class CredentialTypesIT {

  private static final String BASE = "https://registry.example";
  private static final AtomicReference<JsonBytes> TEMPLATE = new AtomicReference<>();
  private static RunningService service;

  @BeforeAll
  static void start() throws Exception {
    service = RunningService.start(Map.of("PUBLIC_URL", BASE));
    service.answer(
        SchemaOperations.READ_TYPE,
        (request, call) ->
            request.name().equals("Student")
                ? Future.succeededFuture(type(TEMPLATE.get()))
                : Future.failedFuture(
                    FailureException.of(FailureKind.NOT_FOUND, "schema.type.not-found", "None.")));
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  /** The claims of a subject with a proof: path and disclosure of each. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"id": "{{osid}}", "name": "{{name}}"}             | null                              | sub never, name always
          {"type": "Person", "home": {"city": "{{c}}"}}      | {}                                | type never, home always, home/city never
          {"name": "{{name}}", "home": {"city": "{{c}}"}}    | {"disclosable": ["/home/city"]}   | name never, home never, home/city always
          {"name": "{{name}}", "home": "{{home}}"}           | {"disclosable": ["/home/city"]}   | name never, home never, home/city always
          {"name": "{{name}}", "list": ["{{a}}"]}            | {"disclosable": ["/list/0"]}      | name never, list never, list/#0 always
          {"name": "{{name}}", "home": "{{home}}"}           | {"disclosable": ["/name", "/{{x}}"]} | name always, home allowed
          {"name": "{{name}}"}                               | {"disclosable": []}               | name never
          """)
  void describesTheClaims(String subject, String proof, String claims) throws Exception {
    assertEquals(claims, claims(template(subject, proof)));
    assertEquals(claims, claims(Json.write(template(subject, proof).text())));
  }

  @Test
  void hasTheAddressThatSdJwtsName() throws Exception {
    TEMPLATE.set(template("{\"name\": \"{{name}}\"}", "null"));

    assertEquals(
        Json.read(
            """
            {"vct": "https://registry.example/credential-types/Student", "name": "Student",
             "claims": [{"sd": "always", "path": ["name"]}]}
            """),
        read("Student", null));
    assertEquals(
        BASE + "/credential-types/Student/a%20check",
        read("Student", "a check").get("vct").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"secret": "x", "name": "{{name}}"}                | null                                       | name always
          {"word": "{{secret}}", "name": "{{name}}"}         | null                                       | name always
          {"word": "{{contact.phone}}", "name": "{{name}}"}  | null                                       | name always
          {"word": "{{#if name}}{{[bank account]}}{{/if}}"}  | null                                       | ``
          {"contact": {"phone": "{{name}}", "city": "U"}}    | null                                       | contact always, contact/city never
          {"word": "{{card.number}}", "name": "{{name}}"}    | null | name always
          {"word": "{{#each items}}{{code}}{{/each}}"}       | null | ``
          {"contact": "{{contact}}"}                         | {"disclosable": ["/contact/phone", "/contact"]} | contact always
          {"card": "{{secret}}", "name": "{{name}}"}         | {"disclosable": ["/card/number"]} | name never
          {"numbers": ["{{secret}}"], "name": "{{name}}"}    | {"disclosable": ["/numbers/0"]} | name never
          {"all": ["{{name}}", "{{secret}}"]}                | {"disclosable": ["/all/0", "/all/1"]} | all never, all/#0 always
          """)
  void leavesOutClaimsThatSpeakOfHiddenFields(String subject, String proof, String claims)
      throws Exception {
    JsonBytes template = template(subject, proof);

    assertEquals(claims, claims(template));
    String shown = read("Student", null).toString();
    assertFalse(shown.contains("secret") || shown.contains("phone"), shown);
  }

  @Test
  void leavesOutAliasesOfHiddenFields() throws Exception {
    TEMPLATE.set(template("{\"a\": \"{{word}}\", \"b\": \"{{name}}\"}", "null"));

    assertEquals("b always", claims(read("Student", "a check")));
  }

  @Test
  void aTemplateThatIsNoJsonBeforeItIsFilledSaysNoClaims() throws Exception {
    TEMPLATE.set(Json.write("{\"credentialSubject\": {{#each a}}1{{/each}}}"));

    assertEquals(
        Json.read(
            "{\"vct\": \"https://registry.example/credential-types/Student\", \"name\":"
                + " \"Student\"}"),
        read("Student", null));
  }

  @Test
  void whatHasNoCredentialsIsNotFound() {
    TEMPLATE.set(null);
    assertEquals("credential.type.not-found", refusal("Student", null).code());
    assertEquals("credential.type.not-found", refusal("Student", "a check").code());
    assertEquals("credential.type.not-found", refusal("Student", "other").code());
    assertEquals("schema.type.not-found", refusal("Teacher", null).code());
    assertEquals(FailureKind.NOT_FOUND, refusal("Student", null).kind());
  }

  private static JsonBytes template(String subject, String proof) {
    return JsonBytes.of(
        proof.equals("null")
            ? "{\"credentialSubject\": %s}".formatted(subject)
            : "{\"credentialSubject\": %s, \"proof\": %s}".formatted(subject, proof));
  }

  private static String claims(JsonBytes template) throws Exception {
    TEMPLATE.set(template);
    return claims(read("Student", null));
  }

  private static String claims(JsonNode metadata) {
    StringBuilder all = new StringBuilder();
    for (JsonNode claim : metadata.get("claims")) {
      StringBuilder path = new StringBuilder();
      claim.get("path").forEach(one -> path.append(one.isInt() ? "/#" : "/").append(one.asText()));
      all.append(all.isEmpty() ? "" : ", ").append(path.substring(1));
      all.append(' ').append(claim.get("sd").textValue());
    }
    return all.toString();
  }

  private static JsonNode read(String type, String policy) throws Exception {
    ReadCredentialTypeRequest request = new ReadCredentialTypeRequest(type, policy);
    return Json.read(service.request(READ_CREDENTIAL_TYPE, request, Caller.NOBODY).document());
  }

  private static Failure refusal(String type, String policy) {
    return assertThrows(FailureException.class, () -> read(type, policy)).failure();
  }

  private static EntityType type(JsonBytes template) {
    AttestationPolicy policy =
        new AttestationPolicy(
            "a check",
            AttestationPolicy.Kind.AUTOMATED,
            "",
            null,
            Map.of("word", FieldPath.parse("$.secret"), "name", FieldPath.parse("$.name")),
            null,
            template,
            false,
            Map.of(),
            DecisionRules.DEFAULT);
    TypeConfig config =
        new TypeConfig(
            List.of(),
            null,
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(
                FieldPath.parse("$.secret"),
                FieldPath.parse("$.contact.phone"),
                FieldPath.parse("$.card.*"),
                FieldPath.parse("$.items[*].code")),
            List.of(FieldPath.parse("$['bank account']")),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(policy),
            template,
            Map.of(),
            false,
            true);
    return new EntityType("Student", "s", 1, JsonBytes.of("{}"), config);
  }
}
