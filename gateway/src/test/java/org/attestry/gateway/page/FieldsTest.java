package org.attestry.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attestry.gateway.page.Fields.Field;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.SchemaTitles;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldsTest {

  /** A proof over statements holds for each of these forms. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{'limit': 'supervised only'}|Limit",
        "{'limit': {'@value': 'supervised only'}}|Limit",
        "{'limit': {'@value': 'supervised only', '@language': 'en'}}|Limit",
        "{'limit': [{'@value': 'supervised only'}]}|Limit",
        "{'limit': {'@set': ['supervised only']}}|Limit",
        "{'limit': {'@list': [{'@value': 'supervised only'}]}}|Limit",
        "{'https://x.example/limit': 'supervised only'}|Https://x.example/limit"
      })
  void showsAValueInEachFormOfJsonLd(String document, String label) {
    Texts texts = Texts.languages().getFirst();

    assertEquals(
        new Field(label, "supervised only"),
        Fields.of(Json.read(document.replace('\'', '"')), texts, SchemaTitles.NONE)
            .rows()
            .getFirst());
  }
}
