package org.attestry.runtime.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaTitlesTest {

  private static final JsonNode DEFINITION =
      Json.read(
          """
          {
            "title": "Teacher",
            "properties": {
              "name": {"type": "string", "title": "Full name"},
              "home": {"$ref": "#/definitions/address"},
              "posts": {"type": "array", "items": {"properties": {"school": {"title": "School"}}}},
              "remark": {}
            },
            "definitions": {
              "address": {"title": "Address", "properties": {"city": {"title": "Town"}}}
            },
            "x-titles": {
              "hi": {"": "शिक्षक", "/name": "नाम", "/home/city": "शहर", "/posts/school": "विद्यालय"},
              "pt-BR": {"/name": "Nome"}
            }
          }
          """);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hi                | name         | नाम",
        "hi-IN,en;q=0.5    | name         | नाम",
        "en, hi;q=0.9      | name         | Full name",
        "ta, hi;q=0.9      | name         | नाम",
        "pt-br             | name         | Nome",
        "pt-br             | home.city    | Town",
        "ta                | name         | Full name",
        "!!                | name         | Full name",
        "                  | name         | Full name",
        "hi                | home.city    | शहर",
        "hi                | home         | Address",
        "hi                | posts.school | विद्यालय",
        "en                | posts.school | School",
        "hi                |              | शिक्षक",
        "en                |              | Teacher",
        "hi                | remark       | none",
        "hi                | unknown.deep | none"
      })
  void titleIsInTheLanguageOfTheReaderOrTheSchemasOwn(
      String languages, String path, String expected) {
    List<String> names =
        Stream.ofNullable(path).flatMap(text -> Arrays.stream(text.split("\\."))).toList();
    assertEquals(expected, SchemaTitles.of(DEFINITION, languages).of(names).orElse("none"));
  }

  @Test
  void referencesThatLeadRoundEndWithoutATitle() {
    JsonNode round =
        Json.read(
            """
            {"properties": {"a": {"$ref": "#/definitions/a"}},
             "definitions": {"a": {"$ref": "#/definitions/a"}}}
            """);
    assertEquals("none", SchemaTitles.of(round, "hi").of(List.of("a", "b")).orElse("none"));
  }
}
