package org.attestry.credential.typeset;

import java.awt.Font;
import java.awt.FontFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The bundled fonts, and those of the operator's folder. A font is loaded when a text has a
 * character that no font before it has.
 */
public final class Fonts {

  /** The size of each font at which outlines are exact. */
  static final float SIZE = 100;

  private static final String LATIN = "NotoSans";
  private static final int MOST_FILES = 64;
  private static final String FILE = ".+\\.(ttf|otf|ttc|otc)";
  private static final Map<UnicodeScript, String> FAMILIES = families();

  /** Fonts with rare letters of Latin, Greek and Cyrillic, and signs. */
  private static final List<String> SIGNS =
      List.of("NotoSansExtended", "NotoSansMath", "NotoSansSymbols2", "NotoSansSymbols");

  private final Path folder;
  private final Map<String, Font> bundled = new HashMap<>();
  private final Font latin;
  private List<Face> faces;

  private record Face(Font font, String name) {
    boolean bold() {
      return name.contains("Bold");
    }
  }

  /**
   * @param folder of font files for characters that the bundled fonts do not have; null for none
   */
  public Fonts(Path folder) {
    this.folder = folder;
    try (SystemFonts _ = SystemFonts.optional()) {
      this.latin = bundled(LATIN, false);
    }
  }

  private static Map<UnicodeScript, String> families() {
    Map<UnicodeScript, String> families = new EnumMap<>(UnicodeScript.class);
    families.put(UnicodeScript.ARABIC, "NotoSansArabic");
    families.put(UnicodeScript.ARMENIAN, "NotoSansArmenian");
    families.put(UnicodeScript.BENGALI, "NotoSansBengali");
    families.put(UnicodeScript.DEVANAGARI, "NotoSansDevanagari");
    families.put(UnicodeScript.ETHIOPIC, "NotoSansEthiopic");
    families.put(UnicodeScript.GEORGIAN, "NotoSansGeorgian");
    families.put(UnicodeScript.GUJARATI, "NotoSansGujarati");
    families.put(UnicodeScript.GURMUKHI, "NotoSansGurmukhi");
    families.put(UnicodeScript.HEBREW, "NotoSansHebrew");
    families.put(UnicodeScript.KANNADA, "NotoSansKannada");
    families.put(UnicodeScript.KHMER, "NotoSansKhmer");
    families.put(UnicodeScript.LAO, "NotoSansLao");
    families.put(UnicodeScript.MALAYALAM, "NotoSansMalayalam");
    families.put(UnicodeScript.MEETEI_MAYEK, "NotoSansMeeteiMayek");
    families.put(UnicodeScript.MYANMAR, "NotoSansMyanmar");
    families.put(UnicodeScript.OL_CHIKI, "NotoSansOlChiki");
    families.put(UnicodeScript.ORIYA, "NotoSansOriya");
    families.put(UnicodeScript.SINHALA, "NotoSansSinhala");
    families.put(UnicodeScript.TAMIL, "NotoSansTamil");
    families.put(UnicodeScript.TELUGU, "NotoSansTelugu");
    families.put(UnicodeScript.THAANA, "NotoSansThaana");
    families.put(UnicodeScript.THAI, "NotoSansThai");
    return families;
  }

  /**
   * Says whether the regular Latin font has the character, and draws it independently of its
   * neighbours.
   */
  boolean isPlain(int c) {
    if (c < 0x300) {
      return true;
    }
    UnicodeScript script = UnicodeScript.of(c);
    return isIgnorable(c)
        || !FAMILIES.containsKey(script)
            && Character.getType(c) != Character.NON_SPACING_MARK
            && latin.canDisplay(c);
  }

  /**
   * Says whether the character has no glyph of its own: controls, joiners, marks of direction,
   * variants.
   */
  static boolean isIgnorable(int c) {
    return Character.isISOControl(c)
        || Character.getType(c) == Character.FORMAT
        || c >= 0xFE00 && c <= 0xFE0F
        || c == 0x034F;
  }

  /**
   * Returns a font that has the character, or null.
   *
   * @param before the font of the previous character, which signs and spaces keep; null for none
   * @param region of Chinese characters, such as {@code JP}: one code point has several forms
   */
  Font find(int c, boolean bold, Font before, String region) {
    UnicodeScript script = UnicodeScript.of(c);
    boolean neutral = script == UnicodeScript.COMMON || script == UnicodeScript.INHERITED;
    if (neutral && before != null && (isIgnorable(c) || before.canDisplay(c))) {
      return before;
    }
    String family = FAMILIES.get(script);
    Font own = family == null ? latin(bold) : bundled(family, bold);
    if (isIgnorable(c) || own.canDisplay(c)) {
      return own;
    }
    Font found = first(SIGNS, c, bold);
    if (found == null && neutral) {
      found = first(FAMILIES.values(), c, bold);
    }
    return found == null ? ofFolder(c, bold, region) : found;
  }

  Font latin(boolean bold) {
    return bundled(LATIN, bold);
  }

  private Font first(Iterable<String> families, int c, boolean bold) {
    return StreamSupport.stream(families.spliterator(), false)
        .map(family -> bundled(family, bold))
        .filter(font -> font.canDisplay(c))
        .findFirst()
        .orElse(null);
  }

  private Font ofFolder(int c, boolean bold, String region) {
    return faces().stream()
        .sorted(
            Comparator.comparing((Face face) -> !face.name().matches(".*\\b" + region + "\\b.*"))
                .thenComparing(face -> face.bold() != bold)
                .thenComparing(face -> face.name().contains("Mono")))
        .map(Face::font)
        .filter(font -> font.canDisplay(c))
        .findFirst()
        .orElse(null);
  }

  private List<Face> faces() {
    if (faces == null) {
      faces = new ArrayList<>();
      files().forEach(this::addFaces);
    }
    return faces;
  }

  private List<Path> files() {
    if (folder == null) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().toLowerCase(Locale.ROOT).matches(FILE))
          .sorted()
          .limit(MOST_FILES)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addFaces(Path file) {
    try {
      for (Font font : Font.createFonts(file.toFile())) {
        faces.add(new Face(font.deriveFont(SIZE), font.getFontName(Locale.ROOT)));
      }
    } catch (IOException | FontFormatException e) {
      // The font cannot be used. A text that needs it is refused with its characters.
    }
  }

  private Font bundled(String family, boolean bold) {
    return bundled.computeIfAbsent(
        family + (bold ? "-Bold" : "-Regular"), file -> load(file, family));
  }

  /** Loads a font; signs have no bold one. */
  private static Font load(String file, String family) {
    try (InputStream bold = open(file);
        InputStream bytes = bold == null ? open(family + "-Regular") : bold) {
      return Font.createFont(Font.TRUETYPE_FONT, bytes).deriveFont(SIZE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (FontFormatException e) {
      throw new IllegalStateException(file, e);
    }
  }

  /** Opens a bundled font by the name of its file without extension; null for none. */
  public static InputStream open(String file) {
    return Fonts.class.getResourceAsStream("/fonts/" + file + ".ttf");
  }
}
