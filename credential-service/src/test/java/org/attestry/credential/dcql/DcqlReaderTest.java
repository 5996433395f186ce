package org.attestry.credential.dcql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.credential.dcql.ClaimPath.Every;
import org.attestry.credential.dcql.ClaimPath.Index;
import org.attestry.credential.dcql.ClaimPath.Name;
import org.attestry.credential.dcql.DcqlQuery.CredentialQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DcqlReaderTest {

  private static final String WHOLE =
      """
      {"credentials": [
         {"id": "pid", "format": "dc+sd-jwt", "multiple": true,
          "meta": {"vct_values": ["urn:pid", "urn:id"]},
          "trusted_authorities": [{"type": "aki", "values": ["s9tIpP"]}],
          "require_cryptographic_holder_binding": false,
          "claims": [
            {"id": "a", "path": ["name"]},
            {"id": "b", "path": ["places", null, "city"], "values": ["Ulm", 7, true]},
            {"id": "c", "path": ["places", 0]}],
          "claim_sets": [["a", "c"], ["b"]]},
         {"id": "degree", "format": "ldp_vc",
          "meta": {"type_values": [["urn:a", "urn:b"], ["urn:c"]]}}],
       "credential_sets": [{"options": [["pid"], ["degree", "pid"]], "required": false}]}
      """;

  private static final String ONE =
      """
      {"credentials": [{"id": "c", "format": "dc+sd-jwt", "meta": {"vct_values": ["v"]}%s}]%s}
      """;

  @Test
  void readsEachMember() {
    DcqlQuery query = read(WHOLE);

    CredentialQuery pid = query.credential("pid").orElseThrow();
    assertEquals(PresentedFormat.SD_JWT, pid.format());
    assertTrue(pid.multiple());
    assertFalse(pid.holderBound());
    assertEquals(List.of(Set.of("urn:pid"), Set.of("urn:id")), pid.types());
    assertEquals(Set.of("s9tIpP"), pid.authorities());
    assertEquals(
        List.of(new Name("places"), Every.EVERY, new Name("city")),
        pid.claims().get(1).path().steps());
    assertEquals(3, pid.claims().get(1).values().size());
    assertEquals(List.of(new Name("places"), new Index(0)), pid.claims().get(2).path().steps());
    assertEquals(List.of(List.of("a", "c"), List.of("b")), pid.claimSets());
    CredentialQuery degree = query.credential("degree").orElseThrow();
    assertTrue(degree.holderBound());
    assertFalse(degree.multiple());
    assertEquals(List.of(Set.of("urn:a", "urn:b"), Set.of("urn:c")), degree.types());
    assertEquals(List.of(List.of("pid"), List.of("degree", "pid")), query.sets().get(0).options());
    assertFalse(query.sets().get(0).required());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          , "purpose": "x"                                       | | /credentials/0/purpose
          , "claims": [{"path": ["a"], "intent_to_retain": true}] | | /credentials/0/claims/0/intent_to_retain
          , "claims": []                                         | | /credentials/0/claims
          , "claims": [{"path": []}]                             | | /credentials/0/claims/0/path
          , "claims": [{}]                                       | | /credentials/0/claims/0/path
          , "claims": [{"path": [-1]}]                           | | /credentials/0/claims/0/path/0
          , "claims": [{"path": [1.5]}]                          | | /credentials/0/claims/0/path/0
          , "claims": [{"path": [{}]}]                           | | /credentials/0/claims/0/path/0
          , "claims": [7]                                        | | /credentials/0/claims/0
          , "claims": [{"path": ["a"], "values": []}]            | | /credentials/0/claims/0/values
          , "claims": [{"path": ["a"], "values": [1.5]}]         | | /credentials/0/claims/0/values/0
          , "claims": [{"path": ["a"]}, {"path": ["a"]}]         | | /credentials/0/claims/1/path
          , "claims": [{"id": "", "path": ["a"]}]                | | /credentials/0/claims/0/id
          , "claims": [{"id": "x", "path": ["a"]}, {"id": "x", "path": ["b"]}] | | /credentials/0/claims/1/id
          , "claims": [{"path": ["a"]}], "claim_sets": [["a"]]   | | /credentials/0/claim_sets/0/0 /credentials/0/claims/0
          , "claim_sets": [["a"]]                                | | /credentials/0/claim_sets/0/0
          , "claims": [{"id": "a", "path": ["a"]}], "claim_sets": [[]] | | /credentials/0/claim_sets/0
          , "multiple": "yes"                                    | | /credentials/0/multiple
          , "require_cryptographic_holder_binding": 1            | | /credentials/0/require_cryptographic_holder_binding
          , "trusted_authorities": [{"type": "etsi_tl", "values": ["x"]}] | | /credentials/0/trusted_authorities/0/type
          , "trusted_authorities": [{"type": "openid_federation", "values": ["x"]}] | | /credentials/0/trusted_authorities/0/type
          , "trusted_authorities": [{"type": "aki", "values": ["!"]}] | | /credentials/0/trusted_authorities/0/values/0
          , "trusted_authorities": [{"type": "aki"}]             | | /credentials/0/trusted_authorities/0/values
          '' | , "purpose": 1                                    | /purpose
          '' | , "credential_sets": []                           | /credential_sets
          '' | , "credential_sets": [{}]                         | /credential_sets/0/options
          '' | , "credential_sets": [{"options": [[]]}]          | /credential_sets/0/options/0
          '' | , "credential_sets": [{"options": [["other"]]}]   | /credential_sets/0/options/0/0
          '' | , "credential_sets": [{"options": [["c"]], "purpose": "x"}] | /credential_sets/0/purpose
          """)
  void refusesWhatIsNotEvaluatedWithAPointer(String ofCredential, String ofQuery, String pointers) {
    String query =
        ONE.formatted(ofCredential == null ? "" : ofCredential, ofQuery == null ? "" : ofQuery);

    assertEquals(pointers, refused(query));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          []                                                  | /credentials
          {}                                                  | /credentials
          {"credentials": []}                                 | /credentials
          {"credentials": [{}]}                               | /credentials/0/format /credentials/0/id /credentials/0/meta
          {"credentials": [{"id": "a b", "format": "ldp_vc", "meta": {"type_values": [["urn:a"]]}}]} | /credentials/0/id
          {"credentials": [{"id": "a", "format": "mso_mdoc", "meta": {"doctype_value": "x"}}]} | /credentials/0/format /credentials/0/meta/doctype_value /credentials/0/meta/vct_values
          {"credentials": [{"id": "a", "format": "dc+sd-jwt", "meta": {}}]} | /credentials/0/meta/vct_values
          {"credentials": [{"id": "a", "format": "ldp_vc", "meta": {"type_values": ["urn:a"]}}]} | /credentials/0/meta/type_values/0
          """)
  void refusesQueriesThatSayTooLittle(String query, String pointers) {
    assertEquals(pointers, refused(query));
  }

  @Test
  void boundsTheSizeOfAQuery() {
    String credential =
        "{\"id\":\"c%d\",\"format\":\"dc+sd-jwt\",\"meta\":{\"vct_values\":[\"v\"]}}";
    String many =
        IntStream.range(0, 21)
            .mapToObj(credential::formatted)
            .collect(Collectors.joining(",", "{\"credentials\":[", "]}"));
    assertEquals("/credentials", refused(many));
    String deep = "\"a\",".repeat(32) + "\"a\"";
    assertEquals(
        "/credentials/0/claims/0/path",
        refused(ONE.formatted(",\"claims\":[{\"path\":[" + deep + "]}]", "")));
    String tooLong = "\"" + "a".repeat(66_000) + "\"";
    assertEquals("", refused(ONE.formatted(",\"claims\":[{\"path\":[" + tooLong + "]}]", "")));
    String twice =
        "{\"credentials\":[" + credential.formatted(1) + "," + credential.formatted(1) + "]}";
    assertEquals("/credentials/1/id", refused(twice));
  }

  private static DcqlQuery read(String query) {
    return DcqlReader.read(JsonBytes.of(query), "/dcqlQuery");
  }

  /** The pointers of the violations below the query. */
  private static String refused(String query) {
    FailureException refusal = assertThrows(FailureException.class, () -> read(query));
    assertEquals("credential.presentation.invalid", refusal.failure().code());
    return refusal.failure().violations().stream()
        .map(Violation::pointer)
        .map(pointer -> pointer.replaceFirst("^/dcqlQuery", ""))
        .sorted()
        .collect(Collectors.joining(" "));
  }
}
