package org.attestry.registry.document;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.FieldPath;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the public view leaves out, and what becomes of it when its writer cannot see it. */
class HiddenFieldsTest {

  private static final HiddenFields HIDDEN =
      new HiddenFields(paths("phone", "$.contact.mobile", "$.items[*].code"), paths("note"));

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
    assertEquals(found, !HIDDEN.in(Json.read(document)).isEmpty());
  }

  @Test
  void aThousandHiddenFieldsAreLookedForInALargeDocumentAtOnce() {
    List<FieldPath> many =
        IntStream.range(0, 1_000).mapToObj(i -> FieldPath.parse("$.items.hidden" + i)).toList();
    String items = "{\"a\":1,\"b\":[2,3]},".repeat(20_000);
    JsonNode document = Json.read("{\"items\":{\"all\":[" + items + "{}],\"hidden7\":1}}");

    List<FieldPath> found =
        Cost.atMost(Duration.ofSeconds(1), () -> new HiddenFields(many, List.of()).in(document));

    assertEquals(paths("$.items.hidden7"), found);
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

    HIDDEN.keep(before, after);

    assertEquals(
        Json.read(
            """
            {"name": "b", "phone": "own", "contact": {"city": "D", "mobile": "2"},
             "items": [{"osid": "j", "code": "4"}], "note": {"x": 1}}
            """),
        after);
  }

  @ParameterizedTest
  @CsvSource({"$.rows[*][*].code", "$.rows[*].code", "$.rows.code"})
  void objectsInListsOfListsKeepTheirHiddenFieldsWhereverTheyAre(String path) {
    HiddenFields hidden = new HiddenFields(paths(path), List.of());
    JsonNode before =
        Json.read("{\"rows\":[[{\"osid\":\"i\",\"code\":1}],[{\"osid\":\"j\",\"code\":2}],[]]}");
    JsonNode after = Json.read("{\"rows\":[[{\"osid\":\"j\"},{\"osid\":\"i\"}]]}");
    JsonNode less = Json.read("{\"rows\":[[{\"osid\":\"j\"}],[]]}");

    hidden.keep(before, after);
    hidden.keep(before, less);

    assertEquals(
        Json.read("{\"rows\":[[{\"osid\":\"j\",\"code\":2},{\"osid\":\"i\",\"code\":1}]]}"), after);
    assertEquals(List.of(), hidden.lost(before, after));
    assertEquals(paths(path), hidden.lost(before, less));
  }

  @Test
  void listsInAListWhoseItemsAreHiddenKeepTheirPlace() {
    HiddenFields hidden = new HiddenFields(paths("$.rows[*][*]"), List.of());
    JsonNode before = Json.read("{\"rows\":[[1],[2,3]]}");
    JsonNode after = Json.read("{\"rows\":[[],[]]}");

    hidden.keep(before, after);

    assertEquals(before, after);
    assertEquals(List.of(), hidden.lost(before, after));
  }

  @Test
  void aReplacementIsLeftAsItIsWhereTheWholeEntityIsListed() {
    JsonNode after = Json.read("{\"name\": \"b\"}");

    new HiddenFields(paths("$"), List.of()).keep(Json.read("{\"a\": 1}"), after);

    assertEquals(Json.read("{\"name\": \"b\"}"), after);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'contact':{'osid':'c','city':'D'},'items':[{'osid':'i'},{'osid':'j'}]} |",
        "{'contact':{'osid':'c'},'items':[{'osid':'j'},{'osid':'i'},{'label':'new'}]} |",
        "{'items':[{'osid':'i'},{'osid':'j'}]} | $.contact.mobile",
        "{'contact':'gone','items':[{'osid':'i'},{'osid':'j'}]} | $.contact.mobile",
        "{'contact':{'osid':'c'},'items':[{'osid':'i'}]} | $.items[*].code",
        "{'contact':{'osid':'c'},'items':[{'osid':'i'},{'label':'j'}]} | $.items[*].code",
        "{'contact':{'osid':'c'}} | $.items[*].code"
      })
  void whatMayHoldSomethingHiddenIsNotLeftOut(String replacement, String lost) {
    JsonNode before =
        Json.read(
            """
            {"name": "a", "phone": "1", "contact": {"osid": "c", "city": "C", "mobile": "2"},
             "items": [{"osid": "i", "code": "3"}, {"osid": "j", "label": "no code"}]}
            """);
    JsonNode after = Json.read(replacement.replace('\'', '"'));

    HIDDEN.keep(before, after);

    assertEquals(lost == null ? List.of() : paths(lost), HIDDEN.lost(before, after));
  }

  private static List<FieldPath> paths(String... paths) {
    return Stream.of(paths).map(FieldPath::parse).toList();
  }
}
