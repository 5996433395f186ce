package org.attestry.credential.typeset;

import java.lang.Character.UnicodeScript;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.w3c.dom.Document;

/**
 * The regional form of a document's Chinese characters. Unicode has one code point for forms that
 * differ in Japan, Korea and China. The fonts are named after regions.
 */
public final class ChineseForm {

  private static final Map<String, String> LANGUAGES =
      Map.of(
          "ja",
          "JP",
          "ko",
          "KR",
          "zh-tw",
          "TC",
          "zh-hant",
          "TC",
          "zh-hk",
          "HK",
          "zh-hant-hk",
          "HK",
          "zh",
          "SC");

  private static final String OTHERWISE = "SC";

  private ChineseForm() {}

  /**
   * Returns the form by the language of the root element; without one, Japanese beside kana, Korean
   * beside hangul.
   */
  public static String of(Document markup) {
    String language = markup.getDocumentElement().getAttribute("lang").toLowerCase(Locale.ROOT);
    for (String tag = language; !tag.isEmpty(); tag = parent(tag)) {
      if (LANGUAGES.containsKey(tag)) {
        return LANGUAGES.get(tag);
      }
    }
    Set<UnicodeScript> scripts =
        markup
            .getDocumentElement()
            .getTextContent()
            .codePoints()
            .filter(c -> c >= 0x1100)
            .mapToObj(UnicodeScript::of)
            .collect(Collectors.toSet());
    if (scripts.contains(UnicodeScript.HIRAGANA) || scripts.contains(UnicodeScript.KATAKANA)) {
      return "JP";
    }
    return scripts.contains(UnicodeScript.HANGUL) ? "KR" : OTHERWISE;
  }

  private static String parent(String tag) {
    return tag.contains("-") ? tag.substring(0, tag.lastIndexOf('-')) : "";
  }
}
