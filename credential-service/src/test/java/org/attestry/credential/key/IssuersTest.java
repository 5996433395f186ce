package org.attestry.credential.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.List;
import org.attestry.contracts.FailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IssuersTest {

  @ParameterizedTest
  @CsvSource({
    "https://registry.example, did:web:registry.example",
    "http://localhost:8081/, did:web:localhost%3A8081",
    "https://example.org/a/b/, did:web:example.org:a:b"
  })
  void derivesTheDidOfAnAddress(URI address, String did) {
    assertEquals(did, Issuers.didWeb(address));
  }

  @Test
  void knowsOwnAndListedIssuersOnly() {
    Issuers issuers = new Issuers("did:web:own", List.of("did:web:listed"), 5);
    assertEquals("did:web:own", issuers.checked("did:web:own"));
    assertEquals("did:web:listed", issuers.checked("did:web:listed"));
    assertThrows(FailureException.class, () -> issuers.checked("did:web:other"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "name", "did:web:a b", "did:web:a#key-1", "did:web:a>", "javascript:alert(1)"})
  void refusesWhatIsNoIssuerEvenWhereAnyIsAllowed(String issuer) {
    Issuers any = new Issuers("did:web:own", List.of("*"), 5);
    assertThrows(FailureException.class, () -> any.checked(issuer));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "a:b", "a b"})
  void refusesNamesThatCannotStandInADid(String name) {
    Issuers any = new Issuers("did:web:own", List.of("*"), 5);
    FailureException refused = assertThrows(FailureException.class, () -> any.didOf(name));
    assertTrue(
        refused.getMessage().contains("1 to 100 characters: letters A to Z and a to z, digits"),
        refused.getMessage());
    assertEquals("/name", refused.failure().violations().getFirst().pointer());
  }
}
