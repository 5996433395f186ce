package org.attestry.runtime.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.attestry.contracts.FieldPath;

/**
 * The titles of a published type and its fields in one language: {@code title} in the type's
 * draft-07 definition, and the titles in other languages that the definition has as {@link
 * #KEYWORD}, an object of language tag (BCP 47) to an object of JSON pointer to title. A pointer
 * leads into an entity and passes over the positions of lists; the empty one is that of the type.
 */
public final class SchemaTitles {

  public static final String KEYWORD = "x-titles";

  /** Titles of no type. */
  public static final SchemaTitles NONE = of(Json.object(), null);

  /** The language that {@code title} counts as, unless the definition has others in it. */
  private static final String OWN = "en";

  private static final int LONGEST_HEADER = 200;
  private static final int MOST_REFERENCES = 8;
  private static final String REFERENCE = "$ref";

  private final JsonNode definition;
  private final JsonNode translated;

  private SchemaTitles(JsonNode definition, JsonNode translated) {
    this.definition = definition;
    this.translated = translated;
  }

  /**
   * @param languages the languages that the reader prefers, as in Accept-Language (RFC 9110,
   *     section 12.5.4); null or malformed for none
   */
  public static SchemaTitles of(JsonNode definition, String languages) {
    JsonNode all = definition.path(KEYWORD);
    return new SchemaTitles(definition, all.path(language(all, languages)));
  }

  /** Returns the best of the languages by lookup (RFC 4647, section 3.4). */
  private static String language(JsonNode all, String languages) {
    if (all.isEmpty() || languages == null || languages.length() > LONGEST_HEADER) {
      return OWN;
    }
    Set<String> tags = new LinkedHashSet<>();
    all.fieldNames().forEachRemaining(tags::add);
    tags.add(OWN);
    try {
      String found = Locale.lookupTag(LanguageRange.parse(languages), tags);
      return found == null
          ? OWN
          : tags.stream().filter(found::equalsIgnoreCase).findFirst().orElse(OWN);
    } catch (IllegalArgumentException malformed) {
      return OWN;
    }
  }

  /** Returns the pointer under which a field has its titles. */
  public static String pointer(FieldPath path) {
    List<String> names =
        path.segments().stream().filter(segment -> !segment.equals(FieldPath.ANY)).toList();
    return JsonPointers.of(new FieldPath(names));
  }

  /** Returns the names of members in a JSON pointer (RFC 6901). */
  public static List<String> names(String pointer) {
    return pointer.isEmpty()
        ? List.of()
        : Stream.of(pointer.substring(1).split("/", -1))
            .map(token -> token.replace("~1", "/").replace("~0", "~"))
            .toList();
  }

  /**
   * Returns the title of a field; empty if it has none.
   *
   * @param names the names of members, without the positions of lists; none for the type
   */
  public Optional<String> of(List<String> names) {
    return text(translated.path(pointer(new FieldPath(names)))).or(() -> declared(names));
  }

  private Optional<String> declared(List<String> names) {
    JsonNode at = definition;
    for (String name : names) {
      at = items(resolved(at)).path("properties").path(name);
    }
    JsonNode schema = at;
    return text(schema.path("title")).or(() -> text(resolved(schema).path("title")));
  }

  /** Returns the schema of the items of nested lists, or the schema itself. */
  private JsonNode items(JsonNode schema) {
    JsonNode at = schema;
    for (int i = 0; i < MOST_REFERENCES && !at.has("properties") && at.has("items"); i++) {
      at = resolved(at.get("items"));
    }
    return at;
  }

  private JsonNode resolved(JsonNode schema) {
    JsonNode at = schema;
    for (int i = 0; i < MOST_REFERENCES && at.path(REFERENCE).isTextual(); i++) {
      String reference = at.get(REFERENCE).textValue();
      at =
          reference.equals("#") || reference.startsWith("#/")
              ? definition.at(reference.substring(1))
              : MissingNode.getInstance();
    }
    return at;
  }

  private static Optional<String> text(JsonNode title) {
    return title.isTextual() && !title.textValue().isBlank()
        ? Optional.of(title.textValue())
        : Optional.empty();
  }
}
