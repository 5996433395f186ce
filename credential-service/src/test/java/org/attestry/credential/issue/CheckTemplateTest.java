package org.attestry.credential.issue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.ContextOperations.UploadedContext;
import org.attestry.contracts.credential.CredentialOperations.CheckTemplateRequest;
import org.attestry.contracts.credential.CredentialOperations.TemplateCheck;
import org.attestry.contracts.credential.CredentialOperations.TemplateRead;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.call.Page;
import org.attestry.credential.context.ContextAddresses;
import org.attestry.credential.context.GeneratedContexts;
import org.attestry.credential.context.KnownContexts;
import org.attestry.credential.context.PgContextStore;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.proof.GeneratedContext;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.suite.TestProofs;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Calls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckTemplateTest {

  private static final String SCHEMA =
      """
      {
        "type": "object",
        "required": ["name", "did"],
        "properties": {
          "name": {"type": "string"},
          "did": {"type": "string"},
          "since": {"type": "string"},
          "born": {"type": "string", "format": "date"},
          "marks": {"type": "array", "items": {"$ref": "#/definitions/Mark"}},
          "score": {"type": "number"},
          "home": {"properties": {"id": {"type": "string"}, "city": {"type": "string"}}},
          "self": {"$ref": "#"}
        },
        "definitions": {
          "Mark": {"allOf": [
            {"type": "object", "properties": {"of": {"enum": ["Art"]}}},
            {"properties": {"points": {"type": ["null", "integer"], "minimum": 7}}}
          ]}
        }
      }
      """;

  private static final CryptoWorkers HERE =
      new CryptoWorkers() {
        @Override
        public <T> Future<T> run(Deadline deadline, Callable<T> work) {
          try {
            return Future.succeededFuture(work.call());
          } catch (Exception e) {
            return Future.failedFuture(e);
          }
        }
      };

  private static final PgContextStore NONE =
      new PgContextStore(null, 0) {
        @Override
        public Future<Void> insert(GeneratedContext context) {
          return Future.succeededFuture();
        }

        @Override
        public Future<Boolean> contains(GeneratedContext context) {
          return Future.succeededFuture(false);
        }

        @Override
        public Future<Optional<JsonBytes>> findDocument(String digest) {
          return Future.succeededFuture(Optional.empty());
        }

        @Override
        public Future<Map<String, JsonNode>> findAll(Collection<String> addresses) {
          return Future.succeededFuture(Map.of());
        }

        @Override
        public Future<UploadedContext> insert(UploadedContext context) {
          return Future.succeededFuture(context);
        }

        @Override
        public Future<Page<UploadedContext>> listUploaded(int limit, int offset) {
          return Future.succeededFuture(new Page<>(0, List.of()));
        }

        @Override
        public Future<Optional<UploadedContext>> findUploaded(UUID id) {
          return Future.succeededFuture(Optional.empty());
        }

        @Override
        public Future<Boolean> areOf(String issuer, Collection<String> addresses) {
          return Future.succeededFuture(true);
        }

        @Override
        public Future<Boolean> deleteUnused(UUID id) {
          return Future.succeededFuture(false);
        }

        @Override
        public Future<Set<String>> use(Collection<String> addresses) {
          return Future.succeededFuture(Set.of());
        }

        @Override
        public Future<Void> checked(Collection<String> addresses) {
          return Future.succeededFuture();
        }
      };

  private static final Proofs PROOFS = TestProofs.at("https://registry.example");

  private final CheckTemplate check =
      new CheckTemplate(
          PROOFS,
          new KnownContexts(NONE, new ContextAddresses(BundledContexts.load()::contains)),
          new GeneratedContexts(null, PROOFS, HERE),
          HERE,
          new Issuers("did:web:registry.example", List.of("*"), 10),
          new StatusAddresses("https://registry.example"),
          (issuer, type) ->
              issuer.startsWith("did:key:")
                  ? Future.failedFuture(FailureException.invalid("a", "/issuer", "issuer", "No."))
                  : Future.succeededFuture(),
          Clock.fixed(Instant.parse("2026-01-02T03:04:05.678Z"), ZoneOffset.UTC));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{}",
        "{\"credentialSubject\": {\"id\": \"{{did}}\", \"marks\": \"{{marks}}\"}}",
        "{\"credentialSubject\": {\"of\": \"{{#each marks}}{{of}}{{/each}}\", \"s\":"
            + " \"{{score}}\"}}",
        "{\"id\": \"urn:student:{{name}}\"}",
        "{\"issuer\": \"{{did}}\"}",
        "{\"type\": [\"VerifiableCredential\", \"{{name}}\"]}",
        "{\"issuanceDate\": \"{{name}}\"}",
        "{\"issuanceDate\": \"{{name}}\", \"credentialSubject\": {\"id\": \"{{did}}\"}}"
      })
  void templatesThatCanBeSignedPass(String change) {
    assertEquals(List.of(), check(change));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"@context\": [\"https://www.w3.org/2018/credentials/v1\", \"https://x.example/c\"]}"
            + "|/@context/1|context.unknown",
        "{\"@context\": [\"https://x.example/c\"]}|/@context/0|context",
        "{\"@context\": [\"https://www.w3.org/2018/credentials/v1\", {\"@base\":"
            + " \"https://reg.example/\"}], \"id\": \"{{name}}\"}"
            + "|/@context/1/@base|context.unsupported",
        "{\"type\": [\"Person\"]}|/type|type",
        "{\"issuanceDate\": \"yesterday\"}|/issuanceDate|date-time",
        "{\"issuanceDate\": \"{{born}}\"}|/issuanceDate|date-time",
        "{\"issuer\": \"School of {{name}}\"}|/issuer|iri",
        "{\"credentialSubject\": {\"id\": \"my {{did}}\"}}|/credentialSubject/id|iri",
        "{\"credentialSubject\": {\"a\": \"{{> b}}\"}}|/credentialSubject/a|template.syntax",
        "{\"credentialSubject\": {\"a\": null}}|/credentialSubject/a|null",
        "{\"credentialSubject\": {\"a\": 9007199254740992}}|/credentialSubject/a|number",
        "{\"credentialStatus\": {\"id\": \"https://x.example/1\", \"type\": \"urn:Status\"}}"
            + "|/credentialStatus|status",
        "{\"@context\": [\"https://www.w3.org/ns/credentials/v2\"]}|/issuanceDate|data-model",
        "{\"issuer\": \"did:key:z6MkpJySvETLnxhQG9DzEdmKJtysBDjuuTeDfUj1uNNCUqcj\"}|/issuer|issuer",
        "{\"proof\": {\"type\": \"BbsBlsSignature2020\"}}|/proof|proof"
      })
  void aTemplateThatCanNeverBeSignedIsNamedWithItsPlace(
      String change, String pointer, String rule) {
    Violation first = check(change).getFirst();
    assertEquals(pointer + " " + rule, first.pointer() + " " + first.rule());
  }

  @Test
  void aPropertyThatWouldNameANodeIsRefusedWhereItIsInsertedWhole() {
    String whole = "{\"credentialSubject\": {\"home\": \"{{home}}\"}}";
    Violation refused = check(whole).getFirst();
    assertEquals("/credentialSubject/home", refused.pointer());
    assertTrue(refused.message().contains("'id'"), refused.message());
    String member = "{\"credentialSubject\": {\"home\": {\"city\": \"{{home.city}}\"}}}";
    assertEquals(List.of(), check(member));
  }

  @Test
  void aTemplateOfAPolicyIsFilledWithItsAliases() {
    ObjectNode template = template("{\"credentialSubject\": {\"id\": \"{{who}}\"}}");
    Map<String, FieldPath> aliases =
        Map.of("who", FieldPath.parse("$.did"), "of", FieldPath.parse("$.marks[*].of"));
    assertEquals(List.of(), violations(Json.write(template), aliases));
    ObjectNode between = template("{\"credentialSubject\": {\"id\": \"urn: {{who}}\"}}");
    assertEquals(
        "/credentialSubject/id", violations(Json.write(between), aliases).getFirst().pointer());
  }

  @Test
  void anOptionalValueMayBeMissingWhereItsPlaceholderStandsAlone() {
    assertEquals(List.of(), check("{\"expirationDate\": \"{{since}}\"}"));
    assertEquals(
        List.of(),
        check("{\"credentialSubject\": {\"id\": \"{{since}}\", \"name\": \"{{name}}\"}}"));
    Violation refused = check("{\"expirationDate\": \"{{born}}\"}").getFirst();
    assertFalse(refused.message().contains("The example without"), refused.message());
  }

  @Test
  void theExampleWithoutAnOptionalValueIsNamedIfItFails() {
    String id = "{\"credentialSubject\": {\"id\": \"{{#if score}}urn:x:{{score}}{{/if}}\"}}";
    Violation refused = check(id).getFirst();
    assertEquals("/credentialSubject/id", refused.pointer());
    assertTrue(
        refused.message().contains("The example without 'score' failed. Make the values"),
        refused.message());
  }

  @Test
  void aTemplateReadsNoFieldThatIsNotSigned() {
    String marks = "{\"credentialSubject\": {\"of\": \"{{name}}\", \"marks\": \"{{marks}}\"}}";
    assertEquals(List.of(), check(marks, "name", "$.marks[*].of"));
    assertEquals(List.of("/credentialSubject/of"), pointers(check(marks, "marks")));
    assertEquals(
        List.of("/credentialSubject/name", "/id"),
        pointers(check("{\"id\": \"urn:student:{{did}}\"}", "score")).stream().sorted().toList());
  }

  private static List<String> pointers(List<Violation> violations) {
    violations.forEach(violation -> assertEquals("signed-fields", violation.rule()));
    return violations.stream().map(Violation::pointer).toList();
  }

  private List<Violation> check(String change, String... signedFields) {
    List<FieldPath> fields = Stream.of(signedFields).map(FieldPath::parse).toList();
    return violations(Json.write(template(change)), null, fields);
  }

  @Test
  void namesWhatATemplateReadsIfItCanBeSigned() {
    JsonBytes template = Json.write(template("{\"id\": \"urn:student:{{nmae}}x\"}"));
    assertEquals(
        List.of(
            new TemplateRead("/credentialSubject/name", "name", List.of("name")),
            new TemplateRead("/id", "nmae", List.of("nmae"))),
        checked(template, null, List.of()).reads());
    JsonBytes unsignable = Json.write(template("{\"issuanceDate\": \"yesterday\"}"));
    assertEquals(List.of(), checked(unsignable, null, List.of()).reads());
  }

  @ParameterizedTest
  @CsvSource({
    "{{name}},{{did}},",
    "{{did}},{{name}},",
    "2126-01-01T00:00:00Z,{{name}},",
    "2026-01-02T00:00:00Z,2026-01-01T00:00:00Z,/validUntil"
  })
  void theOrderOfAnExamplesDatesSaysNothingOfTheData(String from, String until, String pointer) {
    ObjectNode template = template("{\"@context\": [\"https://www.w3.org/ns/credentials/v2\"]}");
    template.put("validFrom", from).put("validUntil", until).remove("issuanceDate");

    List<String> pointers =
        violations(Json.write(template), null).stream().map(Violation::pointer).toList();
    assertEquals(pointer == null ? List.of() : List.of(pointer), pointers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"digestSRI", "digestMultibase"})
  void aDigestMayComeFromTheData(String member) {
    ObjectNode template = template("{\"@context\": [\"https://www.w3.org/ns/credentials/v2\"]}");
    template.remove("issuanceDate");
    template.putObject("relatedResource").put("id", "urn:r").put(member, "{{name}}");
    assertEquals(List.of(), violations(Json.write(template), null));
  }

  @ParameterizedTest
  @CsvSource({
    "did:ebsi:zvHWX359A3CvfJnCYaAiAde,publish them with that DID method",
    "did:web:other.example,publish them in the document of that did:web",
    "did:web:registry.example.evil.example,publish them in the document of that did:web",
    "did:web:registry.example,",
    "did:web:registry.example:issuers:board,",
    "did:jwk:eyJrdHkiOiJPS1AifQ,",
    "https://board.example,"
  })
  void anIssuerWhoseKeysNobodyFindsIsWarnedOf(String issuer, String advice) {
    JsonBytes template = Json.write(template("{\"issuer\": \"%s\"}".formatted(issuer)));
    List<Violation> warnings = checked(template, null, List.of()).warnings();
    if (advice == null) {
      assertEquals(List.of(), warnings);
    } else {
      assertEquals("/issuer issuer-elsewhere", place(warnings.getFirst()));
      assertTrue(warnings.getFirst().message().contains(advice), warnings.toString());
    }
  }

  private static String place(Violation violation) {
    return violation.pointer() + " " + violation.rule();
  }

  @Test
  void aTemplateAsAStringIsTriedToo() {
    String text = template("{}").toString().replace("\"36\"", "{{score}}");
    assertEquals(List.of(), violations(Json.write(TextNode.valueOf(text)), null));
    List<Violation> address =
        violations(Json.write(TextNode.valueOf("https://x.example/template")), null);
    assertTrue(address.getFirst().message().contains("upload"), address.toString());
    assertEquals(
        "/issuanceDate",
        violations(
                Json.write(TextNode.valueOf(text.replace("2026-01-02T03:04:05Z", "{{born}}"))),
                null)
            .getFirst()
            .pointer());
  }

  @Test
  void anOpenTextThatACredentialNeedsAsAnIriIsWarnedOf() {
    String subject = "{\"credentialSubject\": {\"id\": \"%s\"}}";
    TemplateCheck open =
        checked(Json.write(template(subject.formatted("{{did}}"))), null, List.of());
    assertEquals(List.of(), open.violations());
    Violation warning = open.warnings().getFirst();
    assertEquals("/credentialSubject/id iri", warning.pointer() + " " + warning.rule());
    assertTrue(warning.message().contains("format or pattern"), warning.message());

    TemplateCheck prefixed =
        checked(
            Json.write(template(subject.formatted("did:web:x.example:{{osid}}"))), null, List.of());
    assertEquals(List.of(), prefixed.warnings());
  }

  /** The members of an object are known before it is filled. */
  @Test
  void aTemplateAsAStringIsWarnedOfMembersWithNamesOfClaims() {
    String claims =
        "{\"credentialSubject\": {\"exp\": \"{{name}}\", \"name\": \"x\", \"status\":"
            + " \"{{name}}\"}}";
    String text = template(claims).toString();
    assertEquals(
        List.of("/credentialSubject/exp", "/credentialSubject/status"),
        checked(Json.write(TextNode.valueOf(text)), null, List.of()).warnings().stream()
            .map(Violation::pointer)
            .toList());
    assertEquals(List.of(), checked(Json.write(template(claims)), null, List.of()).warnings());
  }

  private List<Violation> violations(JsonBytes template, Map<String, FieldPath> aliases) {
    return violations(template, aliases, List.of());
  }

  private List<Violation> violations(
      JsonBytes template, Map<String, FieldPath> aliases, List<FieldPath> signedFields) {
    return checked(template, aliases, signedFields).violations();
  }

  private TemplateCheck checked(
      JsonBytes template, Map<String, FieldPath> aliases, List<FieldPath> signedFields) {
    CheckTemplateRequest request =
        new CheckTemplateRequest(template, JsonBytes.of(SCHEMA), aliases, signedFields);
    return check.handle(request, Calls.byNobody()).result();
  }

  private static ObjectNode template(String change) {
    ObjectNode template =
        (ObjectNode)
            Json.read(
                """
                {
                  "@context": ["https://www.w3.org/2018/credentials/v1"],
                  "type": ["VerifiableCredential"],
                  "issuanceDate": "2026-01-02T03:04:05Z",
                  "credentialSubject": {"type": "Person", "name": "{{name}}", "age": "36"}
                }
                """);
    return template.setAll((ObjectNode) Json.read(change));
  }
}
