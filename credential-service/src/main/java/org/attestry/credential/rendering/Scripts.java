package org.attestry.credential.rendering;

import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.geom.GeneralPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attestry.runtime.work.RecentMap;

/**
 * Texts in scripts whose letters change form and place with their neighbours. The JDK's HarfBuzz
 * shapes them; the PDF library maps characters to glyphs one by one, which is right for Latin,
 * Greek and Cyrillic only.
 */
final class Scripts {

  private static final FontRenderContext EXACT = new FontRenderContext(null, true, true);
  private static final Map<UnicodeScript, String> FILES =
      Map.of(
          UnicodeScript.DEVANAGARI, "NotoSansDevanagari",
          UnicodeScript.TAMIL, "NotoSansTamil",
          UnicodeScript.ARABIC, "NotoSansArabic");

  /** An outline takes about 600 bytes a letter. */
  private static final int CACHED = 500;

  private static final int LONGEST_CACHED = 40;
  private static final String LATIN = "NotoSans";

  private final Map<String, Font> fonts = new LinkedHashMap<>();
  private final Map<Key, Shaped> words = Collections.synchronizedMap(new RecentMap<>(CACHED));

  /** The outline of a text at size 1, on a base line that begins at (0, 0). */
  record Shaped(Shape outline, float width) {
    Shape at(float x, float y, float size) {
      AffineTransform placed = AffineTransform.getTranslateInstance(x, y);
      placed.scale(size, size);
      return placed.createTransformedShape(outline);
    }
  }

  private record Key(String text, boolean bold) {}

  private record Run(String file, String text) {}

  Scripts() {
    try (SystemFonts _ = SystemFonts.optional()) {
      for (String style : List.of("-Regular", "-Bold")) {
        fonts.put(LATIN + style, load(LATIN + style));
        FILES.values().forEach(file -> fonts.put(file + style, load(file + style)));
      }
    }
  }

  /** Whether a text has letters that must be shaped. */
  static boolean in(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x600 && FILES.containsKey(UnicodeScript.of(c))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isArabic(int c) {
    return UnicodeScript.of(c) == UnicodeScript.ARABIC;
  }

  /**
   * @param text of one direction
   */
  Shaped shape(String text, boolean bold) {
    Key key = new Key(text, bold);
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
    boolean rightToLeft = key.text().codePoints().anyMatch(Scripts::isArabic);
    List<Run> runs = runs(key.text());
    for (Run run : rightToLeft ? runs.reversed() : runs) {
      Font font = fonts.get(run.file() + (key.bold() ? "-Bold" : "-Regular"));
      char[] characters = run.text().toCharArray();
      GlyphVector glyphs =
          font.layoutGlyphVector(
              EXACT,
              characters,
              0,
              characters.length,
              rightToLeft ? Font.LAYOUT_RIGHT_TO_LEFT : Font.LAYOUT_LEFT_TO_RIGHT);
      outline.append(glyphs.getOutline(width, 0), false);
      width += (float) glyphs.getGlyphPosition(glyphs.getNumGlyphs()).getX();
    }
    float size = fonts.get(LATIN + "-Regular").getSize2D();
    AffineTransform unit = AffineTransform.getScaleInstance(1 / size, 1 / size);
    return new Shaped(unit.createTransformedShape(outline), width / size);
  }

  /** Pieces of one font; spaces and signs stay with the letters before them. */
  private List<Run> runs(String text) {
    List<Run> runs = new ArrayList<>();
    StringBuilder run = new StringBuilder();
    String file = null;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      String wanted = fileOf(c, file);
      if (!run.isEmpty() && !wanted.equals(file)) {
        runs.add(new Run(file, run.toString()));
        run.setLength(0);
      }
      file = wanted;
      run.appendCodePoint(c);
      i += Character.charCount(c);
    }
    runs.add(new Run(file, run.toString()));
    return runs;
  }

  private String fileOf(int c, String before) {
    UnicodeScript script = UnicodeScript.of(c);
    boolean neutral = script == UnicodeScript.COMMON || script == UnicodeScript.INHERITED;
    if (neutral && before != null && fonts.get(before + "-Regular").canDisplay(c)) {
      return before;
    }
    return FILES.getOrDefault(script, LATIN);
  }

  private static Font load(String file) {
    try (InputStream bytes = open(file)) {
      return Font.createFont(Font.TRUETYPE_FONT, bytes).deriveFont(100f);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (FontFormatException e) {
      throw new IllegalStateException(file, e);
    }
  }

  /** A bundled font by its file's name without ending. */
  static InputStream open(String file) {
    return Scripts.class.getResourceAsStream("/fonts/" + file + ".ttf");
  }
}
