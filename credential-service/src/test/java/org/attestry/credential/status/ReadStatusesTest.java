package org.attestry.credential.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.credential.Budgets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadStatusesTest {

  private final ReadStatuses statuses =
      new ReadStatuses(null, new StatusAddresses("https://r.example"), ForeignLists.NONE);

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
    List<Check> checks =
        statuses
            .of(
                List.of(entry),
                "did:web:a.example",
                true,
                Budgets.ofACall(),
                Deadline.in(Duration.ofMinutes(2)))
            .result();

    assertEquals(
        expected == null ? List.of() : List.of(expected),
        checks.stream().map(check -> check.check() + " " + check.reason()).toList());
  }
}
