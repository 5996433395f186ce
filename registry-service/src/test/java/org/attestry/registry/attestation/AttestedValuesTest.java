package org.attestry.registry.attestation;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.attestry.contracts.FailureException;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttestedValuesTest {

  @ParameterizedTest
  @ValueSource(strings = {"\"a\"", "[]", "[\"a\"]", "[\"a\", \"b\"]"})
  void itemsAreSelectedByTheirOsids(String value) {
    assertDoesNotThrow(() -> select(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"5", "null", "true", "{}", "{\"a\": \"b\"}", "[5]", "[null]", "[[\"a\"]]"})
  void whatIsNoOsidIsRefused(String value) {
    FailureException refused = assertThrows(FailureException.class, () -> select(value));
    assertEquals("/propertiesOSID/degree", refused.failure().violations().getFirst().pointer());
  }

  private static void select(String value) {
    AttestedValues.requireOsids(Json.read("{\"degree\": %s}".formatted(value)));
  }
}
