package org.attestry.gateway.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.runtime.json.SchemaTitles;

/**
 * The values of a JSON document as a bounded number of table rows. A row's label is the path to its
 * value.
 */
final class Fields {

  private static final int MOST = 200;
  private static final int LONGEST = 400;
  private static final int DEEPEST = 6;

  /** The members that the registry adds to an entity. */
  private static final Set<String> SYSTEM =
      Set.of("osid", "osOwner", "osCreatedAt", "osUpdatedAt", "osCreatedBy", "osUpdatedBy");

  /** JSON-LD's keywords whose values are those of the member that they stand in. */
  private static final Set<String> COLLECTIONS = Set.of("@list", "@set");

  private static final String VALUE = "@value";

  /** Keywords that say how something is read. */
  private static final Set<String> SILENT =
      Set.of("@context", "@direction", "@index", "@language", "@type");

  private final Texts texts;
  private final SchemaTitles titles;
  private final List<Field> rows = new ArrayList<>();
  private boolean more;

  /** A row of the table. */
  record Field(String label, String value) {}

  private Fields(Texts texts, SchemaTitles titles) {
    this.texts = texts;
    this.titles = titles;
  }

  static Fields of(JsonNode document, Texts texts, SchemaTitles titles) {
    Fields fields = new Fields(texts, titles);
    fields.add("", List.of(), document, 0);
    return fields;
  }

  List<Field> rows() {
    return rows;
  }

  /** Whether values were left out because they are too many or nested too deeply. */
  boolean more() {
    return more;
  }

  /** Returns the text, cut to some hundred characters if it is longer. */
  static String shortened(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "…";
  }

  /** A member's name as words: {@code dateOfBirth} is "Date of birth". */
  static String words(String name) {
    String spaced =
        shortened(name)
            .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_-]+", " ")
            .strip();
    StringBuilder words = new StringBuilder();
    for (String word : spaced.split(" +")) {
      boolean isAcronym = word.length() > 1 && word.equals(word.toUpperCase(java.util.Locale.ROOT));
      words.append(words.isEmpty() ? "" : " ");
      words.append(isAcronym || words.isEmpty() ? word : word.toLowerCase(java.util.Locale.ROOT));
    }
    return words.isEmpty()
        ? name
        : words.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + words.substring(1);
  }

  /**
   * @param path names of members from the document on
   */
  private void add(String label, List<String> path, JsonNode value, int depth) {
    if (rows.size() >= MOST || depth > DEEPEST) {
      more = true;
    } else if (value.has(VALUE)) {
      add(label, path, value.get(VALUE), depth);
    } else if (value.isObject()) {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        if (!more && isShown(member.getKey()) && !isRecords(member.getValue())) {
          addMember(label, path, member.getKey(), member.getValue(), depth + 1);
        }
      }
    } else if (value.isArray()) {
      for (int i = 0; i < value.size() && !more; i++) {
        add(value.size() == 1 ? label : label + " " + (i + 1), path, value.get(i), depth + 1);
      }
    } else if (!value.isNull() && !value.asText().isEmpty()) {
      rows.add(new Field(shortened(label), text(value)));
    }
  }

  private void addMember(String label, List<String> path, String name, JsonNode value, int depth) {
    if (COLLECTIONS.contains(name)) {
      add(label, path, value, depth);
      return;
    }
    List<String> at = new ArrayList<>(path);
    at.add(name);
    add(below(label, titles.of(at).orElseGet(() -> words(name))), at, value, depth);
  }

  /** Whether the value is a list of attestation records, which repeat what they attest. */
  private static boolean isRecords(JsonNode value) {
    return value.isArray() && value.path(0).has("_osState");
  }

  private static String below(String label, String words) {
    return label.isEmpty() ? words : label + " · " + words;
  }

  private String text(JsonNode value) {
    return value.isBoolean()
        ? texts.get(value.booleanValue() ? "yes" : "no")
        : shortened(value.asText());
  }

  private static boolean isShown(String member) {
    return !SYSTEM.contains(member) && !member.startsWith("_os") && !SILENT.contains(member);
  }
}
