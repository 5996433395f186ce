package org.attestry.credential.typeset;

import java.awt.Font;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.geom.GeneralPath;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.attestry.runtime.fair.RecentMap;

/**
 * Shapes texts in scripts whose letters depend on their neighbours, and signs and letters that the
 * font of the PDF library does not have. The JDK's HarfBuzz shapes them; the library maps
 * characters to glyphs one by one, which is right for Latin, Greek and Cyrillic only.
 */
public final class Scripts {

  private static final FontRenderContext EXACT = new FontRenderContext(null, true, true);

  /** The number of cached texts. An outline takes about 600 bytes a letter. */
  private static final int CACHED = 500;

  private static final int LONGEST_CACHED = 40;

  private final Fonts fonts;
  private final Map<Key, Shaped> words = Collections.synchronizedMap(new RecentMap<>(CACHED));

  /**
   * A text at size 1, on a base line that begins at (0, 0).
   *
   * @param letters the letters that a reader sees, from left to right; the characters of a text
   *     from right to left
   * @param missing the code points that no font has
   */
  record Shaped(Shape outline, float width, List<String> letters, Set<Integer> missing) {
    Shape at(float x, float y, float size) {
      AffineTransform placed = AffineTransform.getTranslateInstance(x, y);
      placed.scale(size, size);
      return placed.createTransformedShape(outline);
    }
  }

  private record Key(String text, boolean bold, String region) {}

  private record Run(Font font, String text) {}

  public Scripts(Fonts fonts) {
    this.fonts = fonts;
  }

  /** Says whether a text has letters that must be shaped. */
  boolean in(String text) {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (!fonts.isPlain(c)) {
        return true;
      }
      i += Character.charCount(c);
    }
    return false;
  }

  private static boolean isRightToLeft(int c) {
    byte direction = Character.getDirectionality(c);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
  }

  /**
   * @param text of one direction
   * @param region of Chinese characters
   */
  public Shaped shape(String text, boolean bold, String region) {
    Key key = new Key(text, bold, region);
    Shaped known = words.get(key);
    if (known != null) {
      return known;
    }
    Shaped shaped = shape(key);
    if (text.length() <= LONGEST_CACHED) {
      words.put(key, shaped);
    }
    return shaped;
  }

  private Shaped shape(Key key) {
    GeneralPath outline = new GeneralPath();
    float width = 0;
    boolean rightToLeft = key.text().codePoints().anyMatch(Scripts::isRightToLeft);
    Set<Integer> missing = new LinkedHashSet<>();
    List<Run> runs = runs(key, missing);
    for (Run run : rightToLeft ? runs.reversed() : runs) {
      char[] characters = run.text().toCharArray();
      GlyphVector glyphs =
          run.font()
              .layoutGlyphVector(
                  EXACT,
                  characters,
                  0,
                  characters.length,
                  rightToLeft ? Font.LAYOUT_RIGHT_TO_LEFT : Font.LAYOUT_LEFT_TO_RIGHT);
      outline.append(glyphs.getOutline(width, 0), false);
      width += (float) glyphs.getGlyphPosition(glyphs.getNumGlyphs()).getX();
    }
    AffineTransform unit = AffineTransform.getScaleInstance(1 / Fonts.SIZE, 1 / Fonts.SIZE);
    return new Shaped(
        unit.createTransformedShape(outline),
        width / Fonts.SIZE,
        rightToLeft ? characters(TextDirections.visual(key.text())) : letters(key.text()),
        missing);
  }

  /**
   * Splits the text into pieces of one font. Spaces and signs stay with the letters before them.
   */
  private List<Run> runs(Key key, Set<Integer> missing) {
    List<Run> runs = new ArrayList<>();
    StringBuilder run = new StringBuilder();
    Font font = null;
    for (int i = 0; i < key.text().length(); ) {
      int c = key.text().codePointAt(i);
      i += Character.charCount(c);
      Font wanted = fonts.find(c, key.bold(), font, key.region());
      if (wanted == null) {
        boolean space = Character.isSpaceChar(c);
        if (!space) {
          missing.add(c);
        }
        c = ' ';
        wanted = font == null ? fonts.latin(key.bold()) : font;
      }
      if (!run.isEmpty() && wanted != font) {
        runs.add(new Run(font, run.toString()));
        run.setLength(0);
      }
      font = wanted;
      run.appendCodePoint(c);
    }
    if (!run.isEmpty()) {
      runs.add(new Run(font, run.toString()));
    }
    return runs;
  }

  /** Returns the extended grapheme clusters (UAX #29). */
  private static List<String> letters(String text) {
    List<String> letters = new ArrayList<>();
    BreakIterator ends = BreakIterator.getCharacterInstance(Locale.ROOT);
    ends.setText(text);
    int start = ends.first();
    for (int end = ends.next(); end != BreakIterator.DONE; end = ends.next()) {
      letters.add(text.substring(start, end));
      start = end;
    }
    return letters;
  }

  private static List<String> characters(String text) {
    return text.codePoints().mapToObj(Character::toString).toList();
  }
}
