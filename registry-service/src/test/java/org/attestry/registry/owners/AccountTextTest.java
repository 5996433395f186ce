package org.attestry.registry.owners;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which user names are accepted: those of every writing system, none that looks like another. */
class AccountTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "anna",
        "+49 171 5551234",
        "o'neill-smith_2@example.org",
        "jos\u00e9",
        "\u0430\u043d\u043d\u0430.\u0438\u0432\u0430\u043d\u043e\u0432\u0430",
        "\u0438\u0432\u0430\u043d@example.org",
        "\u03b1\u03bd\u03bd\u03b1",
        "\u0627\u062d\u0645\u062f",
        "\u05d0\u05e0\u05d4",
        "\u0905\u0928\u094d\u0928\u093e",
        "\u0e19\u0e49\u0e33",
        "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd",
        "\u738b\u5c0f\u660e",
        "\u5c71\u7530\u30b1\u30f3taro",
        "\ubc15\uc9c0\uc131kim",
        "\u0661\u0662\u0663"
      })
  void acceptsNamesOfEveryWritingSystem(String name) {
    assertNull(AccountText.wrongInName(name, 255));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        " anna",
        "anna\u00a0",
        "ad\u200bmin",
        "ad\u200dmin",
        "ad\u2060min",
        "ad\u00admin",
        "ad\u034fmin",
        "adm\ufe0fin",
        "ad\u115fmin",
        "ad\u2800min",
        "\u202enimda",
        "ad\u0007min",
        "ad\u2028min",
        "ad\ue000min",
        "ad\uffffmin",
        "ad\ud800min",
        "\u0301admin",
        "\u0430dmin",
        "admin\u03bf",
        "\uff41dmin",
        "\ud835\udc1admin",
        "of\ufb01ce",
        "jose\u0301",
        "\u212aelvin",
        "1\u0662"
      })
  void refusesWhatLooksLikeAnotherNameOrIsNotSeen(String name) {
    assertNotNull(AccountText.wrongInName(name, 255));
  }

  @Test
  void countsCharactersNotHalves() {
    String wide = "\ud83d\ude00".repeat(255);
    assertNull(AccountText.wrongInName(wide, 255));
    assertNotNull(AccountText.wrongInName(wide + "a", 255));
  }

  @Test
  void foldsAsTheProviderDoes() {
    assertEquals("anna", AccountText.folded("ANNA"));
    assertEquals("i\u0307stanbul", AccountText.folded("\u0130STANBUL"));
    assertEquals("stra\u00dfe", AccountText.folded("Stra\u00dfe"));
  }
}
