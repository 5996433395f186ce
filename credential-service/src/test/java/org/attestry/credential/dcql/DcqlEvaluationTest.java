package org.attestry.credential.dcql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.Budgets;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DcqlEvaluationTest {

  private static final String PERSON =
      """
      {"name": "Ada", "age": 36, "adult": true, "home": {"city": "London"},
       "degrees": [{"type": "BA", "year": 1990}, {"type": "MA"}], "tags": ["a", "b"], "none": null,
       "empty": []}
      """;

  private static final String QUERY =
      """
      {"credentials": [{"id": "c", "format": "dc+sd-jwt", "meta": {"vct_values": ["urn:v"]}%s}]}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ["name"]                    |                 | true
          ["Name"]                    |                 | false
          ["home", "city"]            |                 | true
          ["home", "street"]          |                 | false
          ["home"]                    |                 | true
          ["none"]                    |                 | true
          ["name", "city"]            |                 | false
          ["home", 0]                 |                 | false
          ["home", null]              |                 | false
          ["tags", null]              |                 | true
          ["tags", 1]                 |                 | true
          ["empty", null]             |                 | false
          ["empty", 0]                |                 | false
          ["degrees", null, "type"]   |                 | true
          ["degrees", null, "year"]   |                 | true
          ["degrees", null, "place"]  |                 | false
          ["degrees", 0, "type"]      |                 | true
          ["degrees", "type"]         |                 | false
          ["name"]                    | ["Eve", "Ada"]  | true
          ["name"]                    | ["Eve"]         | false
          ["age"]                     | [36]            | true
          ["age"]                     | ["36"]          | false
          ["adult"]                   | [true]          | true
          ["adult"]                   | ["true", 1]     | false
          ["degrees", null, "type"]   | ["MA"]          | true
          ["degrees", null, "type"]   | ["PhD"]         | false
          ["tags", null]              | ["b"]           | true
          """)
  void aClaimIsThereIfItsPathLeadsToIt(String path, String values, boolean there) {
    String claim = values == null ? "{\"path\": %s}".formatted(path) : claim("\"x\"", path, values);
    String query = QUERY.formatted(",\"claims\": [%s]".formatted(claim));

    assertEquals(there ? "" : "/c/0", wrong(query, Map.of("c", List.of(sdJwt(PERSON)))));
  }

  private static String claim(String id, String path, String values) {
    return "{\"id\": %s, \"path\": %s, \"values\": %s}".formatted(id, path, values);
  }

  /** Elements of an SD-JWT may be kept back, so that those after them move. */
  @Test
  void anIndexSaysWhichElementIsMeantWhereNoneCanBeKeptBack() {
    String claims = ", \"claims\": [{\"path\": [\"tags\", 0], \"values\": [\"b\"]}]";
    String sdJwt = QUERY.formatted(claims);
    String document =
        "{\"credentials\": [{\"id\": \"c\", \"format\": \"ldp_vc\","
            + " \"meta\": {\"type_values\": [[\"urn:v\"]]}%s}]}".formatted(claims);

    assertEquals("", wrong(sdJwt, Map.of("c", List.of(sdJwt(PERSON)))));
    assertEquals("/c/0", wrong(document, Map.of("c", List.of(w3c(PERSON, "urn:v")))));
  }

  @Test
  void oneOfTheSetsOfClaimsIsEnough() {
    String query =
        QUERY.formatted(
            """
            , "claims": [{"id": "a", "path": ["name"]}, {"id": "b", "path": ["phone"]},
                         {"id": "d", "path": ["age"]}],
              "claim_sets": [["b"], ["a", "d"]]
            """);

    assertEquals("", wrong(query, Map.of("c", List.of(sdJwt(PERSON)))));
    assertEquals("", wrong(query, Map.of("c", List.of(sdJwt("{\"phone\": \"1\"}")))));
    assertEquals("/c/0", wrong(query, Map.of("c", List.of(sdJwt("{\"name\": \"Ada\"}")))));
  }

  @Test
  void theCredentialIsOfTheFormatAndTypeThatIsRequested() {
    String query = QUERY.formatted("");
    assertEquals("", wrong(query, Map.of("c", List.of(sdJwt("{}")))));
    assertEquals("/c/0", wrong(query, Map.of("c", List.of(w3c("{}", "urn:v")))));
    DisclosedCredential other =
        new DisclosedCredential(
            PresentedFormat.SD_JWT, Set.of("urn:w"), Set.of(), true, Json.object());
    assertEquals("/c/0", wrong(query, Map.of("c", List.of(other))));
    String types =
        """
        {"credentials": [{"id": "c", "format": "ldp_vc",
          "meta": {"type_values": [["urn:a", "urn:b"], ["urn:c"]]}}]}
        """;
    assertEquals("", wrong(types, Map.of("c", List.of(w3c("{}", "urn:x", "urn:b", "urn:a")))));
    assertEquals("", wrong(types, Map.of("c", List.of(w3c("{}", "urn:c")))));
    assertEquals("/c/0", wrong(types, Map.of("c", List.of(w3c("{}", "urn:a")))));
  }

  @Test
  void theHolderProvesThatTheCredentialIsTheirsUnlessTheQueryAsksForLess() {
    DisclosedCredential unbound =
        new DisclosedCredential(
            PresentedFormat.SD_JWT, Set.of("urn:v"), Set.of(), false, Json.object());

    assertEquals("/c/0", wrong(QUERY.formatted(""), Map.of("c", List.of(unbound))));
    String without = QUERY.formatted(", \"require_cryptographic_holder_binding\": false");
    assertEquals("", wrong(without, Map.of("c", List.of(unbound))));
    assertEquals("", wrong(without, Map.of("c", List.of(sdJwt("{}")))));
  }

  @Test
  void aCertificateIsOfOneOfTheAuthorities() {
    String query =
        QUERY.formatted(
            """
            , "trusted_authorities": [{"type": "aki", "values": ["YQ"]},
                                      {"type": "aki", "values": ["Yg", "Yw"]}]
            """);
    for (String authority : List.of("YQ", "Yg", "Yw")) {
      assertEquals("", wrong(query, Map.of("c", List.of(certified(authority, "eA")))));
    }
    assertEquals("/c/0", wrong(query, Map.of("c", List.of(certified("eA", "eQ")))));
    assertEquals("/c/0", wrong(query, Map.of("c", List.of(sdJwt("{}")))));
  }

  private static DisclosedCredential certified(String... authorities) {
    return new DisclosedCredential(
        PresentedFormat.SD_JWT, Set.of("urn:v"), Set.of(authorities), true, Json.object());
  }

  @Test
  void severalCredentialsAreForQueriesThatAskForThem() {
    List<DisclosedCredential> two = List.of(sdJwt("{}"), sdJwt("{}"));

    assertEquals("/c", wrong(QUERY.formatted(""), Map.of("c", two)));
    assertEquals("", wrong(QUERY.formatted(", \"multiple\": true"), Map.of("c", two)));
    assertEquals("/c", wrong(QUERY.formatted(", \"multiple\": true"), Map.of("c", List.of())));
    DisclosedCredential other = w3c("{}", "urn:v");
    assertEquals(
        "/c/1",
        wrong(QUERY.formatted(", \"multiple\": true"), Map.of("c", List.of(two.get(0), other))));
  }

  @Test
  void whatIsNotRequestedIsRefused() {
    Map<String, List<DisclosedCredential>> more = new LinkedHashMap<>();
    more.put("c", List.of(sdJwt("{}")));
    more.put("d/~", List.of(sdJwt("{}")));

    assertEquals("/d~1~0", wrong(QUERY.formatted(""), more));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
                                                                            | a b c | true
                                                                            | a b   | false
          {"options": [["a"], ["b", "c"]]}                                  | a     | true
          {"options": [["a"], ["b", "c"]]}                                  | b c   | true
          {"options": [["a"], ["b", "c"]]}                                  | b     | false
          {"options": [["a"]]}, {"options": [["b"], ["c"]]}                 | a c   | true
          {"options": [["a"]]}, {"options": [["b"], ["c"]]}                 | b c   | false
          {"options": [["a"]]}, {"options": [["b"]], "required": false}     | a     | true
          {"options": [["a"]]}, {"options": [["b"]], "required": false}     | a b   | true
          {"options": [["a"]]}, {"options": [["b"]], "required": false}     | b     | false
          """)
  void oneOptionOfEachRequiredSetIsThere(String sets, String presented, boolean complete) {
    String credentials =
        List.of("a", "b", "c").stream()
            .map(
                id ->
                    "{\"id\": \"%s\", \"format\": \"dc+sd-jwt\", \"meta\": {\"vct_values\": [\"urn:v\"]}}"
                        .formatted(id))
            .collect(Collectors.joining(", "));
    String all = sets == null ? "" : ", \"credential_sets\": [%s]".formatted(sets);
    Map<String, List<DisclosedCredential>> sent = new LinkedHashMap<>();
    for (String id : presented.split(" ")) {
      sent.put(id, List.of(sdJwt("{}")));
    }

    List<String> wrong = evaluate("{\"credentials\": [%s]%s}".formatted(credentials, all), sent);

    assertEquals(complete ? List.of() : List.of(""), wrong);
  }

  @Test
  void theWorkIsBounded() {
    String wide = "{\"tags\": [" + "[1],".repeat(3_000) + "[1]]}";
    String claims = ", \"claims\": [{\"path\": [\"tags\", null, null], \"values\": [7]}]";
    DcqlQuery query = DcqlReader.read(JsonBytes.of(QUERY.formatted(claims)), "");
    Map<String, List<DisclosedCredential>> sent = Map.of("c", List.of(sdJwt(wide)));

    assertThrows(
        FailureException.class,
        () -> new DcqlEvaluation(query, Budgets.of(1_000)).mismatches(sent));
  }

  private static DisclosedCredential sdJwt(String claims) {
    return new DisclosedCredential(
        PresentedFormat.SD_JWT, Set.of("urn:v"), Set.of(), true, Json.read(claims));
  }

  private static DisclosedCredential w3c(String claims, String... types) {
    return new DisclosedCredential(
        PresentedFormat.JSON_LD, Set.of(types), Set.of(), true, Json.read(claims));
  }

  private static String wrong(String query, Map<String, List<DisclosedCredential>> presented) {
    return String.join(" ", evaluate(query, presented));
  }

  private static List<String> evaluate(
      String query, Map<String, List<DisclosedCredential>> presented) {
    DcqlQuery read = DcqlReader.read(JsonBytes.of(query), "");
    return new DcqlEvaluation(read, Budgets.of(100_000))
        .mismatches(presented).stream().map(one -> one.pointer()).toList();
  }
}
