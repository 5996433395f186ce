package org.attestry.credential.typeset;

import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.ref.WeakReference;
import java.util.Objects;
import org.attestry.credential.typeset.Scripts.Shaped;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.Test;

class ScriptsTest {

  private static final String WORD = "प्रमाणपत्र";

  private final Scripts scripts = new Scripts(new Fonts(null));

  @Test
  void keepsTheOutlineOfAWord() {
    assertSame(scripts.shape(WORD, false, "SC"), scripts.shape(WORD, false, "SC"));
  }

  @Test
  void keepsNoOutlineOfALongText() {
    WeakReference<Shaped> outline =
        new WeakReference<>(scripts.shape(WORD.repeat(200), false, "SC"));
    Eventually.until(() -> afterCollection(outline), Objects::isNull);
  }

  private static Shaped afterCollection(WeakReference<Shaped> outline) {
    System.gc();
    return outline.get();
  }
}
