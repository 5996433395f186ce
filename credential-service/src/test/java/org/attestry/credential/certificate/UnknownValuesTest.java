package org.attestry.credential.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.credential.template.MarkupTemplate;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.SchemaTitles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownValuesTest {

  private static final String DEFINITION =
      """
      {"type": "object", "properties": {
        "name": {"type": "string"},
        "photo": {"$ref": "#/definitions/Photo"},
        "marks": {"type": "array", "items": {"properties": {"subject": {"type": "string"}}}},
        "free": {"type": "object"},
        "any": {},
        "more": {"type": "object", "additionalProperties": {"properties": {"x": {}}}}},
       "oneOf": [{"properties": {"licence": {"type": "string"}}}, {"required": ["name"]}],
       "definitions": {"Photo": {"properties": {"address": {"type": "string"}}}}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{{credentialSubject.name}} | credential.credentialSubject.name",
        "{{qrCode}} | qr",
        "<img src='{{qrcode}}'/> | qr",
        "{{issuanceDate}} | issuedOn",
        "{{id}} | credentialId",
        "{{titel}} | title",
        "{{issuedOm}} | issuedOn",
        "{{name}} | entity.name",
        "{{photo.address}} | entity.photo.address",
        "{{nmae}} | entity.name",
        "{{entity.nmae}} | name",
        "{{entity.photo.adress}} | address",
        "{{#each entity.marks}}{{subjct}}{{/each}} | subject",
        "{{#each fields}}{{valeu}}{{/each}} | value",
        "{{#if headline}}{{headline.lable}}{{/if}} | label",
        "{{#if entity.licens}}x{{/if}} | licence",
      })
  void aPathThatLeadsNowhereIsWarnedOfWithASuggestion(String template, String instead) {
    List<Violation> warnings = warnings(template);
    assertEquals(1, warnings.size(), warnings.toString());
    String message = warnings.getFirst().message();
    assertTrue(message.contains("is likely always empty"), message);
    assertTrue(message.endsWith("; did you mean '%s'?".formatted(instead)), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{title}} {{issuedOn}} {{expiresOn}} {{verifyUrl}} {{qr}} {{state}} {{checkedOn}}",
        "{{#if revoked}}x{{/if}}{{#unless not_yet_valid}}y{{/unless}}",
        "{{entity.name}} {{entity.photo.address}} {{entity.licence}} {{entity.osid}}",
        "{{#each"
            + " entity.marks}}{{subject}}{{@index}}{{../title}}{{/each}}{{entity.marks.0.subject}}",
        "{{entity.free.x}} {{entity.any.thing}} {{entity.more.a.x}} {{entity.osCreatedAt}}",
        "{{credential.credentialSubject.name}} {{#each fields}}{{label}}{{value}}{{dir}}{{/each}}",
        "{{#each lines}}{{y}}{{label}}{{value}}{{/each}}{{headline.value}}",
      })
  void pathsThatLeadToValuesAreNot(String template) {
    assertEquals(List.of(), warnings(template));
  }

  @Test
  void withoutASchemaOnlyTheNamesOfValuesAreChecked() {
    MarkupTemplate template = MarkupTemplate.of("{{entity.whatever}} {{whatever}}");
    List<Violation> warnings = UnknownValues.of(template, Json.object(), "/template");
    assertEquals(1, warnings.size());
    assertEquals(UnknownValues.VALUE, warnings.getFirst().rule());
    assertEquals("/template", warnings.getFirst().pointer());
  }

  @Test
  void everyValueOfACertificateIsKnown() {
    JsonNode credential =
        Json.read(
            """
            {"id": "urn:x", "issuer": "did:web:x", "issuanceDate": "2026-01-02T03:04:05Z",
             "expirationDate": "2026-01-02T03:04:05Z"}
            """);
    Set<String> names = new HashSet<>(Set.of("qr", "largeCode"));
    for (CertificateState state : CertificateState.values()) {
      CertificateModel.of(
              new MakeCertificate.Content(
                  "T",
                  Json.object(),
                  SchemaTitles.NONE,
                  Json.object().put("name", "x"),
                  false,
                  credential,
                  null,
                  state),
              "https://x")
          .fieldNames()
          .forEachRemaining(names::add);
    }
    assertEquals(CertificateModel.VALUES, names);
  }

  private static List<Violation> warnings(String template) {
    return UnknownValues.of(
        MarkupTemplate.of("<p>" + template + "</p>"),
        Json.parse(JsonBytes.of(DEFINITION)),
        "/template");
  }
}
