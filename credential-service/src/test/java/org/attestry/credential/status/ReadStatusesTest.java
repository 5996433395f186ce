package org.attestry.credential.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.Deadline;
import org.attestry.credential.Budgets;
import org.attestry.credential.suite.Documents;
import org.attestry.credential.suite.TestProofs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadStatusesTest {

  private final ReadStatuses statuses =
      new ReadStatuses(null, new StatusAddresses("https://r.example"));

  @ParameterizedTest
  @CsvSource({
    "Bitstring,message,2,",
    "Bitstring,refresh,,",
    "Bitstring,revocation,,revocation status.list-foreign",
    "Bitstring,suspension,,suspension status.list-foreign",
    "Bitstring,suspension,2,revocation status.unknown",
    "Bitstring,'',,revocation status.unknown",
    "Other,message,,revocation status.unknown"
  })
  void passesOverPurposesThatAreNotKnownHere(
      String kind, String purpose, String size, String expected) {
    StatusEntry entry =
        new StatusEntry(
            Set.of("https://www.w3.org/ns/credentials/status#" + kind + "StatusListEntry"),
            List.of(purpose),
            List.of("https://other.example/1"),
            List.of("7"),
            size == null ? List.of() : List.of(size));

    assertEquals(expected == null ? List.of() : List.of(expected), checks(List.of(entry)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "true", "-1", "' '", "{'id': 'urn:x'}", "[{}]"})
  void passesOverNoPurposeThatIsNotAText(String purpose) {
    ObjectNode credential =
        Documents.json(
            """
            {'@context': ['https://www.w3.org/ns/credentials/v2'], 'type': 'VerifiableCredential',
             'issuer': 'did:web:a.example', 'credentialSubject': {'name': 'Ann'},
             'credentialStatus': {'type': 'BitstringStatusListEntry', 'statusPurpose': %s,
               'statusListIndex': '7', 'statusListCredential': 'https://other.example/1'}}
            """
                .formatted(purpose)
                .replace('\'', '"'));
    List<StatusEntry> entries =
        TestProofs.at("https://r.example")
            .verify(credential, null, Map.of(), null, Budgets.ofACall())
            .terms()
            .statuses();

    assertEquals(List.of("revocation status.unknown"), checks(entries));
  }

  private List<String> checks(List<StatusEntry> entries) {
    return statuses
        .of(
            entries,
            "did:web:a.example",
            ForeignLists.NONE,
            Budgets.ofACall(),
            Deadline.in(Duration.ofMinutes(2)))
        .result()
        .stream()
        .map(check -> check.check() + " " + check.reason())
        .toList();
  }
}
