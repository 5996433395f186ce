package org.attestry.credential.offer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.attestry.credential.issue.CredentialFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OfferSecretTest {

  @Test
  void theCodeIsDerivedFromTheSecretAndSaysNothingOfIt() {
    OfferSecret secret = OfferSecret.next();
    OfferSecret read = OfferSecret.read(secret.text()).orElseThrow();

    assertEquals(secret.code(), read.code());
    assertNotEquals(secret.text(), secret.code());
    assertArrayEquals(OfferSecret.hash(secret.code()), OfferSecret.hash(read.code()));
    assertFalse(secret.toString().contains(secret.text()));
  }

  @Test
  void aTransactionCodeCountsForItsOfferAlone() {
    String code = OfferSecret.next().code();
    byte[] stored = OfferSecret.hash(code, "123456");

    assertTrue(OfferSecret.holds(stored, code, "123456"));
    assertFalse(OfferSecret.holds(stored, code, "123457"));
    assertFalse(OfferSecret.holds(stored, OfferSecret.next().code(), "123456"));
    assertTrue(OfferSecret.transactionCode().matches("[0-9]{6}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"})
  void whatIsNoSecretIsNotLookedFor(String text) {
    assertEquals(Optional.empty(), OfferSecret.read(text));
  }

  @ParameterizedTest
  @CsvSource({
    "Student,        , SD_JWT, Student.sd-jwt",
    "Student,        , LDP,    Student.ldp",
    "Student, a check, JWT,    Student.a%20check.jwt",
    "Student, x.y,     SD_JWT, Student.x.y.sd-jwt"
  })
  void aConfigurationHasAName(String type, String policy, CredentialFormat format, String id) {
    assertEquals(id, new CredentialConfiguration(type, policy, format).id());
    assertEquals(Optional.of(format), CredentialConfiguration.format(id));
  }
}
