package org.attestry.registry.domain.document;

import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which hidden fields a consent opens. */
class HiddenFieldsTest {

  private static final HiddenFields HIDDEN =
      new HiddenFields(paths("phone", "$.contact.mobile", "$.items[*].code"), paths("note"));

  @ParameterizedTest
  @CsvSource({
    "phone,           $.phone",
    "$.phone,         $.phone",
    "contact.mobile,  $.contact.mobile",
    "$.contact.mobile, $.contact.mobile",
    "items.*.code,    $.items[*].code"
  })
  void consentOpensThePrivateFieldThatItNames(String consent, String opened) {
    List<FieldPath> hidden = HIDDEN.from(consenting(consent));

    assertEquals(3, hidden.size());
    assertEquals(false, hidden.contains(FieldPath.parse(opened)));
  }

  @ParameterizedTest
  @CsvSource({"note", "contact", "mobile", "phon", "phones", "PHONE", "'*'", "items"})
  void nothingElseIsOpened(String consent) {
    assertEquals(4, HIDDEN.from(consenting(consent)).size());
  }

  @Test
  void withoutConsentEverythingIsHidden() {
    assertEquals(4, HIDDEN.from(Caller.NOBODY).size());
    assertEquals(4, HIDDEN.from(user("somebody", "phone")).size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"phone\":5} | true",
        "{\"phone\":null} | true",
        "{\"name\":5} | false",
        "{\"contact\":{\"city\":1}} | false",
        "{\"contact\":{\"city\":1,\"mobile\":2}} | true",
        "{\"items\":[{\"label\":1}]} | false",
        "{\"items\":[{\"label\":1},{\"code\":1}]} | true"
      })
  void findsWhatIsHiddenInADocument(String document, boolean found) {
    assertEquals(found, HIDDEN.anyIn(Json.read(document), Caller.NOBODY));
  }

  @Test
  void aReplacementKeepsWhatItsWriterCouldNotSee() {
    JsonNode before =
        Json.read(
            """
            {"name": "a", "phone": "1", "note": {"x": 1}, "contact": {"city": "C", "mobile": "2"},
             "items": [{"osid": "i", "code": "3", "label": "l"}, {"osid": "j", "code": "4"}]}
            """);
    JsonNode after =
        Json.read(
            """
            {"name": "b", "phone": "own", "contact": {"city": "D"}, "items": [{"osid": "j"}]}
            """);

    HIDDEN.keep(before, after, Caller.NOBODY);

    assertEquals(
        Json.read(
            """
            {"name": "b", "phone": "own", "contact": {"city": "D", "mobile": "2"},
             "items": [{"osid": "j", "code": "4"}], "note": {"x": 1}}
            """),
        after);
  }

  @Test
  void aReplacementIsLeftAsItIsWhereTheWholeEntityIsListed() {
    JsonNode after = Json.read("{\"name\": \"b\"}");

    new HiddenFields(paths("$"), List.of()).keep(Json.read("{\"a\": 1}"), after, Caller.NOBODY);

    assertEquals(Json.read("{\"name\": \"b\"}"), after);
  }

  private static Caller consenting(String consent) {
    return new Caller("c", null, Set.of(), Set.of(), Set.of(consent), false);
  }

  private static List<FieldPath> paths(String... paths) {
    return Stream.of(paths).map(FieldPath::parse).toList();
  }
}
