package org.attestry.registry.domain.document;

import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which hidden fields a consent opens. */
class HiddenFieldsTest {

  private static final HiddenFields HIDDEN =
      new HiddenFields(paths("phone", "$.contact.mobile", "$.items[*].code"), paths("note"));

  @ParameterizedTest
  @CsvSource({
    "phone,           $.phone",
    "$.phone,         $.phone",
    "contact.mobile,  $.contact.mobile",
    "$.contact.mobile, $.contact.mobile",
    "items.*.code,    $.items[*].code"
  })
  void consentOpensThePrivateFieldThatItNames(String consent, String opened) {
    List<FieldPath> hidden = HIDDEN.from(consenting(consent));

    assertEquals(3, hidden.size());
    assertEquals(false, hidden.contains(FieldPath.parse(opened)));
  }

  @ParameterizedTest
  @CsvSource({"note", "contact", "mobile", "phon", "phones", "PHONE", "'*'", "items"})
  void nothingElseIsOpened(String consent) {
    assertEquals(4, HIDDEN.from(consenting(consent)).size());
  }

  @Test
  void withoutConsentEverythingIsHidden() {
    assertEquals(4, HIDDEN.from(Caller.NOBODY).size());
    assertEquals(4, HIDDEN.from(user("somebody", "phone")).size());
  }

  private static Caller consenting(String consent) {
    return new Caller("c", null, Set.of(), Set.of(), Set.of(consent), false);
  }

  private static List<FieldPath> paths(String... paths) {
    return Stream.of(paths).map(FieldPath::parse).toList();
  }
}
