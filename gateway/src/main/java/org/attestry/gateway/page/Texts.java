package org.attestry.gateway.page;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.config.ClassPathFile;
import org.attestry.runtime.json.Json;

/**
 * The page's texts in one language, read from a file below {@code verify/texts}.
 *
 * @param tag the language's tag (BCP 47)
 */
record Texts(String tag, Map<String, String> byKey) {

  /** The languages of the page; the first is the default. */
  private static final List<String> TAGS = List.of("en", "hi");

  private static final Map<String, Texts> ALL = all();
  private static final int LONGEST_HEADER = 200;

  /**
   * Returns the texts in the language that a request prefers.
   *
   * @param chosen the language that the visitor chose, or null; an unsupported one is ignored
   * @param acceptLanguage the Accept-Language header, or null (RFC 9110 section 12.5.4)
   */
  static Texts of(String chosen, String acceptLanguage) {
    if (chosen != null && ALL.containsKey(chosen)) {
      return ALL.get(chosen);
    }
    String tag = null;
    if (acceptLanguage != null && acceptLanguage.length() <= LONGEST_HEADER) {
      try {
        tag = Locale.lookupTag(LanguageRange.parse(acceptLanguage), TAGS);
      } catch (IllegalArgumentException malformed) {
        // A malformed header counts as no header.
      }
    }
    return ALL.get(tag == null ? TAGS.getFirst() : tag);
  }

  static List<Texts> languages() {
    return List.copyOf(ALL.values());
  }

  String get(String key) {
    String text = byKey.get(key);
    if (text == null) {
      throw new IllegalArgumentException("There is no text '%s' in %s.".formatted(key, tag));
    }
    return text;
  }

  /** Returns the text of the first key that has one. */
  String first(String... keys) {
    for (String key : keys) {
      if (byKey.containsKey(key)) {
        return byKey.get(key);
      }
    }
    return get(keys[keys.length - 1]);
  }

  /** Formats an instant in UTC, to the minute. */
  String time(Instant instant) {
    return DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'")
        .withLocale(Locale.forLanguageTag(get("locale")))
        .withZone(ZoneOffset.UTC)
        .format(instant);
  }

  private static Map<String, Texts> all() {
    Map<String, Texts> all = new LinkedHashMap<>();
    TAGS.forEach(tag -> all.put(tag, read(tag)));
    return all;
  }

  private static Texts read(String tag) {
    byte[] file = ClassPathFile.bytes(Texts.class, "/verify/texts/" + tag + ".json");
    Map<String, String> byKey = new LinkedHashMap<>();
    Json.read(JsonBytes.of(file))
        .properties()
        .forEach(text -> byKey.put(text.getKey(), text.getValue().textValue()));
    return new Texts(tag, byKey);
  }
}
