package org.attestry.schema.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.SchemaTitles;

/** Reads {@code titles}: the titles of a type and its fields in several languages. */
final class TitlesReader {

  private static final int MOST_LANGUAGES = 50;
  private static final int MOST_TITLES = 2_000;
  private static final int LONGEST_TITLE = 200;

  private final ConfigNode titles;
  private final FieldLists lists;

  /**
   * @param config the configuration of the type
   */
  TitlesReader(ConfigNode config, FieldLists lists) {
    this.titles = config.child("titles");
    this.lists = lists;
  }

  /** Returns the titles in the form of {@link SchemaTitles}. */
  ObjectNode read() {
    ObjectNode read = Json.object();
    int count = 0;
    for (Map.Entry<String, JsonNode> language : titles.node().properties()) {
      count += language.getValue().size();
      requireTag(language.getKey());
      ConfigNode written = titles.child(language.getKey());
      language
          .getValue()
          .properties()
          .forEach(title -> add(title, written, read.withObjectProperty(language.getKey())));
    }
    if (titles.node().size() > MOST_LANGUAGES || count > MOST_TITLES) {
      titles.refuse(
          "",
          "limit",
          "A type may have titles in %d languages, %d in all; give fewer."
              .formatted(MOST_LANGUAGES, MOST_TITLES));
    }
    return read;
  }

  private void requireTag(String tag) {
    try {
      new Locale.Builder().setLanguageTag(tag);
    } catch (IllformedLocaleException malformed) {
      titles.refuse(
          tag,
          "language",
          "'%s' is no language tag (BCP 47); write one such as \"hi\" or \"pt-BR\"."
              .formatted(tag));
    }
  }

  private void add(Map.Entry<String, JsonNode> title, ConfigNode written, ObjectNode into) {
    String pointer = title.getKey();
    FieldPath path = path(pointer, written);
    if (title.getValue().textValue().length() > LONGEST_TITLE) {
      written.refuse(
          pointer, "limit", "A title has at most %d characters.".formatted(LONGEST_TITLE));
    }
    if (path != null) {
      into.set(SchemaTitles.pointer(path), title.getValue());
    }
  }

  /** Returns the field at a JSON pointer; null if the text is none. */
  private FieldPath path(String pointer, ConfigNode written) {
    String where = written.at(pointer);
    if (!pointer.isEmpty() && !pointer.startsWith("/")) {
      written.refuse(
          pointer,
          "pointer",
          "'%s' is no JSON pointer; write \"/%s\", or \"\" for the type itself."
              .formatted(pointer, pointer));
      return null;
    }
    if (!written.isShort(pointer, where)) {
      return null;
    }
    FieldPath path = new FieldPath(SchemaTitles.names(pointer));
    if (!pointer.isEmpty()) {
      lists.warnUnlessDescribed(path, pointer, where);
    }
    return path;
  }
}
