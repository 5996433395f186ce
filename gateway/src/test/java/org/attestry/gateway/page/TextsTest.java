package org.attestry.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TextsTest {

  @Test
  void everyLanguageHasEveryTextInTheSameOrder() {
    Texts first = Texts.languages().getFirst();
    for (Texts other : Texts.languages()) {
      assertEquals(
          new ArrayList<>(first.byKey().keySet()),
          new ArrayList<>(other.byKey().keySet()),
          other.tag());
      assertFalse(other.byKey().containsValue(""), other.tag());
    }
  }

  @ParameterizedTest
  @EnumSource(Verdict.class)
  void everyVerdictHasATitleAndASentence(Verdict verdict) {
    for (Texts texts : Texts.languages()) {
      assertTrue(texts.byKey().containsKey("verdict." + verdict + ".title"));
      assertTrue(texts.byKey().containsKey("verdict." + verdict + ".text"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "dateOfBirth, Date of birth",
    "UniversityDegreeCredential, University degree credential",
    "PANNumber, PAN number",
    "full_name, Full name",
    "x, X",
    "नाम, नाम"
  })
  void writesNamesAsWords(String name, String words) {
    assertEquals(words, Fields.words(name));
  }
}
