package org.attestry.adopt.schemas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attestry.adopt.Reports;
import org.attestry.adopt.incumbent.SchemaDocument;
import org.attestry.adopt.report.Report;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaTranslationTest {

  private static final String HTML = "https://school.example.org/card.html";

  @TempDir Path folder;

  @Test
  void writesPositionsOfItemsAsAllItems() {
    Translation done =
        translate(
            """
            {"attestationPolicies": [{"name": "degree", "attestorPlugin":
              "did:internal:ClaimPluginActor?entity=School", "attestationProperties":
              {"school": "$.education[0].school", "name": "$.name", "deep": "$..school"}}],
             "privateFields": ["$.education[0].marks", "$..mobile"]}
            """);

    JsonNode config = done.config();
    assertEquals(
        "{\"school\":\"$.education[*].school\",\"name\":\"$.name\"}",
        config.at("/attestationPolicies/0/attestationProperties").toString());
    assertEquals("[\"$.education[*].marks\",\"mobile\"]", config.path("privateFields").toString());
    assertTrue(
        done.has(
            "CHANGED|Student /_osConfig/attestationPolicies/degree/attestationProperties/school|"));
    assertTrue(
        done.has("LOST|Student /_osConfig/attestationPolicies/degree/attestationProperties/deep|"));
  }

  @Test
  void leavesTypesAndRulesOfTheDocumentAsTheyAre() {
    Translation done = translate("{\"roles\": [\"Student\"], \"enableLogin\": false}");

    assertEquals(document("{}").path("definitions"), done.schema().document().path("definitions"));
    assertEquals("{\"roles\":[\"Student\"],\"enableLogin\":false}", done.config().toString());
    assertEquals(List.of(), done.lines());
  }

  @Test
  void uploadsATemplateWithRewrittenPlaceholders() {
    Translation done =
        translate(
            """
            {"certificateTemplates": {"html": "https://school.example.org/card.html",
              "first": "https://school.example.org/gone.html"}}
            """);

    Template template = done.schema().templates().getFirst();
    assertEquals("Student-html", template.name());
    assertEquals("text/html", template.mediaType());
    assertEquals(
        "<p>{{credential.credentialSubject.name}} {{credential.issuanceDate}}<img"
            + " src=\"{{qr}}\"/>{{#each credential.credentialSubject.marks}}{{this}}{{/each}}</p>",
        template.text());
    assertEquals(
        "{\"html\":\"file:Student-html\"}", done.config().path("certificateTemplates").toString());
    assertTrue(done.has("LOST|Student /_osConfig/certificateTemplates/first|The template at"));
  }

  @Test
  void publishesWithoutTemplatesThatCannotBeHad() {
    Translation done =
        translate(
            """
            {"certificateTemplates": {"html": "https://school.example.org/gone.html"},
             "credentialTemplate": "https://school.example.org/gone.json"}
            """);

    assertFalse(done.config().has("certificateTemplates"));
    assertFalse(done.config().has("credentialTemplate"));
    assertEquals(2, done.lines().size());
  }

  @Test
  void putsAFetchedCredentialTemplateIntoTheSchema() {
    Translation done =
        translate("{\"credentialTemplate\": \"https://school.example.org/credential.json\"}");

    assertEquals(
        "{{name}}", done.config().at("/credentialTemplate/credentialSubject/name").asText());
  }

  @Test
  void namesWhatIsLostOfAPolicyWithoutAttestors() {
    Translation done =
        translate(
            """
            {"attestationPolicies": [{"name": "gov", "attestorPlugin": "did:external:Digilocker"},
              {"name": "name", "attestorPlugin": "did:internal:ClaimPluginActor?entity=School"}],
             "functionDefinitions": [{"name": "notify"}], "invented": 1}
            """);

    assertTrue(done.config().path("attestationPolicies").isEmpty());
    assertTrue(done.has("LOST|Student /_osConfig/attestationPolicies/gov/attestorPlugin|"));
    assertTrue(done.has("LOST|Student /_osConfig/attestationPolicies/name|"));
    assertTrue(done.has("LOST|Student /_osConfig/functionDefinitions|"));
    assertTrue(done.has("LOST|Student /_osConfig/invented|"));
  }

  @Test
  void keepsIndexesOfDeclaredFieldsAlone() {
    Translation done =
        translate(
            """
            {"uniqueIndexFields": ["name", "osid", "education", "(name,mobile)"],
             "indexFields": ["mobile", "unknown"]}
            """);

    assertEquals(
        "[\"name\",\"(name,mobile)\"]", done.config().path("uniqueIndexFields").toString());
    assertEquals("[\"mobile\"]", done.config().path("indexFields").toString());
    assertEquals(3, done.lines().size());
  }

  @Test
  void dropsATemplateWithHelpersThatHaveNoCounterpart() {
    List<String> changes = new ArrayList<>();

    assertEquals(
        Optional.empty(),
        new TemplateTranslation(changes::add).rewrite("{{#if (eq grade \"A\")}}x{{/if}}"));
    assertEquals(
        Optional.of("{{credential.issuanceDate}}"),
        new TemplateTranslation(changes::add).rewrite("{{dateFormat issuanceDate \"DD MMM\"}}"));
    assertEquals(2, changes.size());
  }

  private record Translation(TranslatedSchema schema, List<String> lines) {

    JsonNode config() {
      return schema.document().path("_osConfig");
    }

    boolean has(String beginning) {
      return lines.stream().anyMatch(line -> line.startsWith(beginning));
    }
  }

  private Translation translate(String config) {
    Map<String, String> web =
        Map.of(
            HTML,
            "<p>{{credentialSubject.name}} {{issuanceDate}}<img src=\"{{{qrCode}}}\"/>"
                + "{{#each credentialSubject.marks}}{{this}}{{/each}}</p>",
            "https://school.example.org/credential.json",
            "{\"credentialSubject\": {\"name\": \"{{{name}}}\"}}");
    Report report = Reports.in(folder);
    TranslatedSchema schema =
        new SchemaTranslation(address -> Optional.ofNullable(web.get(address)), report)
            .translate(new SchemaDocument("Student", "PUBLISHED", document(config)));
    return new Translation(schema, Reports.lines(report, folder));
  }

  private static JsonNode document(String config) {
    return Json.read(
        JsonBytes.of(
            """
            {"type": "object", "properties": {"Student": {"$ref": "#/definitions/Student"}},
             "definitions": {"Student": {"type": "object", "properties": {
               "name": {"type": "string"}, "mobile": {"type": "string"},
               "education": {"type": "array", "items": {"type": "object"}}}}},
             "_osConfig": %s}
            """
                .formatted(config)));
  }
}
