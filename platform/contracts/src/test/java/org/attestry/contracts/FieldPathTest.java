package org.attestry.contracts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldPathTest {

  @ParameterizedTest
  @CsvSource({
    "contact, $.contact",
    "$.address.phone, $.address.phone",
    "$.a.[*].b, $.a[*].b",
    "$.a[*].b, $.a[*].b",
    "$.a.*.b, $.a[*].b",
    "$.[*], $[*]",
    "$, $",
    "$['a b'].c, $['a b'].c",
    "$.a[\"\"], $.a['']"
  })
  void readsEveryWayOfWritingAPath(String text, String normal) {
    assertEquals(normal, FieldPath.parse(text).toString());
    assertEquals(FieldPath.parse(text), FieldPath.parse(normal));
  }

  @ParameterizedTest
  @ValueSource(strings = {"$.a..b", "a.", "$[0]", "$['a"})
  void refusesWhatItCannotFollow(String text) {
    assertThrows(IllegalArgumentException.class, () -> FieldPath.parse(text));
  }

  @Test
  void coversWhatLiesBelow() {
    assertTrue(FieldPath.parse("a").covers(FieldPath.parse("a.b")));
    assertTrue(FieldPath.parse("a[*].b").covers(FieldPath.parse("a.0.b.c")));
    assertFalse(FieldPath.parse("a.b").covers(FieldPath.parse("a")));
  }

  @Test
  void overlapsWithWhatLiesAboveAndBelow() {
    assertTrue(FieldPath.parse("a.b").overlaps(FieldPath.parse("a")));
    assertTrue(FieldPath.parse("a").overlaps(FieldPath.parse("a.b")));
    assertFalse(FieldPath.parse("a.b").overlaps(FieldPath.parse("a.c")));
  }
}
