package org.attestry.credential.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.attestry.contracts.FailureException;
import org.attestry.credential.Budgets;
import org.attestry.runtime.fair.Budget;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedListTest {

  /**
   * Of the W3C's test suite (w3c/vc-bitstring-status-list-test-suite, fixtures/status-credentials:
   * single-purpose-ok, short-encoded-list-fail), in which the bits 201, 57444 and 94023 are set.
   * They are older than the letter before the text that the Recommendation requires.
   */
  private static final String W3C =
      "H4sIACbOo2YC_-3QMREAMAgEsGerLPyrQgFjB-4SCUkWHQAAAAAAAOCwpwAAAADgrFIAAAAAAAAAAAAAAAAA3wxvOeOvqGEAAA";

  private static final String W3C_SHORT = "H4sIAN7Lo2YC_2NgwAEAjw7P6RkAAAA";

  @Test
  void theBitsOfTheTestSuitesListAreFound() {
    BitSet found = new BitSet();
    for (int index : new int[] {0, 200, 201, 202, 57_443, 57_444, 57_445, 94_023, 199_999}) {
      found.set(index, bit("u" + W3C, ListDialect.BITSTRING, index).orElseThrow());
    }

    assertEquals("{201, 57444, 94023}", found.toString());
    assertEquals(Optional.of(true), bit(W3C, ListDialect.LIST_2021, 57_444));
    assertEquals(Optional.empty(), bit("u" + W3C, ListDialect.BITSTRING, 200_000));
  }

  @Test
  void theTestSuitesShortListIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> bit("u" + W3C_SHORT, ListDialect.BITSTRING, 7));
  }

  @Test
  void ourOwnListsAreReadAsTheyAreWritten() {
    Random random = new Random(Seeds.of(42));
    byte[] bits = Bitstring.empty();
    random.nextBytes(bits);
    String encoded = Bitstring.encode(bits);

    for (int index : new int[] {0, 1, 7, 8, 8_191, 8_192, 100_000, Bitstring.LENGTH - 1}) {
      boolean expected = (bits[index / 8] >> (7 - index % 8) & 1) == 1;
      assertEquals(Optional.of(expected), bit(encoded, ListDialect.BITSTRING, index));
    }
  }

  /** The examples of draft-ietf-oauth-status-list, section 4.1. */
  @ParameterizedTest
  @CsvSource({
    "eNrbuRgAAhcBXQ, 1, 1001110111000101",
    "eNo76fITAAPfAgc, 2, 120301011233",
  })
  void theStatusesOfTheDraftsTokenListsAreFound(String list, int bits, String statuses) {
    for (int index = 0; index < statuses.length(); index++) {
      assertEquals(
          OptionalInt.of(statuses.charAt(index) - '0'), token(list, bits, index), "" + index);
    }
    assertEquals(OptionalInt.empty(), token(list, bits, statuses.length()));
  }

  @Test
  void ourOwnTokenListsAreReadAsTheyAreWritten() {
    Random random = new Random(Seeds.of(43));
    byte[] revoked = Bitstring.empty();
    byte[] suspended = Bitstring.empty();
    random.nextBytes(revoked);
    random.nextBytes(suspended);
    String encoded = TokenStatuses.encode(revoked, suspended);

    for (int index : new int[] {0, 1, 2, 3, 4, 7, 8, 8_191, 100_000, Bitstring.LENGTH - 1}) {
      int expected =
          Bitstring.isSet(revoked, index) ? 1 : Bitstring.isSet(suspended, index) ? 2 : 0;
      assertEquals(OptionalInt.of(expected), token(encoded, 2, index));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AAAA", "%%%", "H4sIAN7Lo2YC_2NgwAEAjw7P6RkAAAA"})
  void aTokenListThatIsNoneIsRefused(String list) {
    assertThrows(IllegalArgumentException.class, () -> token(list, 1, 0));
  }

  private static OptionalInt token(String list, int bits, int index) {
    return EncodedList.status(list, ListDialect.TOKEN, bits, index, Budgets.of(100_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "u", "z123", "uAAAA", "u%%%", "uH4sIAN7Lo2YC"})
  void whatIsNoListIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> bit(text, ListDialect.BITSTRING, 7));
  }

  @Test
  void decompressionEndsWithItsBudget() {
    String encoded = Bitstring.encode(new byte[10_000_000]);
    Budget small = Budgets.of(100);

    assertThrows(
        FailureException.class,
        () -> EncodedList.status(encoded, ListDialect.BITSTRING, 1, 79_999_999, small));
  }

  private static Optional<Boolean> bit(String encoded, ListDialect dialect, int index) {
    OptionalInt status = EncodedList.status(encoded, dialect, 1, index, Budgets.of(100_000));
    return status.isEmpty() ? Optional.empty() : Optional.of(status.getAsInt() == 1);
  }
}
