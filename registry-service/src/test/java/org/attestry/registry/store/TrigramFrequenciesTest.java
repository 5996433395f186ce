package org.attestry.registry.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.attestry.registry.store.TrigramFrequencies.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A search for a part of a text looks up what few texts have. */
class TrigramFrequenciesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the number tells, not the words beside it  | Person 773451 of town | 773451
          a short number tells with its ends         | Person 777 of town    | ' 777 '
          an end tells more than a beginning         | Person 77345 of town  | '77345 '
          parts that all have are all there is       | person of town        | person
          of many rare ones some from all over       | abcdefghijklm         | abc…def…ghi…klm
          letters stay as they are written           | ÄRGER                 | ÄRGER
          no letter is cut in two                    | 𝒳𝒴𝒵𝒳𝒴𝒵𝒳              | 𝒳𝒴𝒵𝒳𝒴𝒵𝒳
          a short text is taken whole                | 773                   | 773
          what has no part of three is taken whole   | 1 2 3 4               | 1 2 3 4
          marks are ends of words                    | 100%_sure             | 100%…sure
          """)
  void rarestPartsAreLookedUp(String what, String text, String parts) {
    TrigramFrequencies names =
        TrigramFrequencies.of(
            List.of(
                new Sample("Person 1234 of town", 0.5), new Sample("PERSON 5678 OF TOWN", 0.5)));
    assertEquals(parts, names.rarest(text).replace(TrigramFrequencies.GAP, '…'), what);
  }

  @Test
  void textIsTakenWholeWhereNothingIsKnown() {
    assertEquals("Person 77345", TrigramFrequencies.UNKNOWN.rarest("Person 77345"));
  }

  @Test
  void partsOfFewTextsAreNotKept() {
    List<Sample> samples = List.of(new Sample("few", 0.04), new Sample("many many", 0.1));
    assertEquals(
        Map.of(" ma", 0.1, "man", 0.1, "any", 0.1, "ny ", 0.1),
        TrigramFrequencies.of(samples).shares());
  }
}
