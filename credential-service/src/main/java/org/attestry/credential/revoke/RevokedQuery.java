package org.attestry.credential.revoke;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.runtime.json.WholeNumber;

/**
 * A search of RevokedCredential records, in the common form of searches.
 *
 * @param filters as they were sent; missing for all records
 * @param fields names of the members that are shown; all if empty
 * @param offset the number of matches before the page; a cursor contains only this number
 * @param counted whether all matches are counted
 */
public record RevokedQuery(
    JsonNode filters,
    List<SortKey> sort,
    Set<String> fields,
    int limit,
    long offset,
    boolean counted) {

  private static final int USUAL_LIMIT = 20;
  private static final int MOST = 1_000;
  private static final Set<String> COUNTS = Set.of("auto", "exact", "planned", "none");
  private static final List<String> MEMBERS =
      List.of("filters", "limit", "offset", "cursor", "sort", "fields", "count");

  public RevokedQuery {
    sort = List.copyOf(sort);
    fields = Set.copyOf(fields);
  }

  /** The members of a record. */
  public enum Field {
    OSID("osid"),
    ENTITY("entity"),
    ENTITY_ID("entityId"),
    CREDENTIAL_ID("credentialId"),
    SIGNED_HASH("signedHash"),
    SIGNED_DATA("signedData"),
    USER_ID("userId"),
    /** A time; the others are texts. */
    CREATED_AT("osCreatedAt");

    private final String title;

    Field(String title) {
      this.title = title;
    }

    /**
     * @throws FailureException INVALID with the pointer if there is no such member
     */
    public static Field named(String name, String pointer) {
      return Arrays.stream(values())
          .filter(field -> field.title.equals(name))
          .findFirst()
          .orElseThrow(
              () -> unknown(pointer, Arrays.stream(values()).map(field -> field.title).toList()));
    }
  }

  public record SortKey(Field field, boolean descending) {

    private static SortKey of(String name) {
      boolean descending = name.startsWith("-");
      return new SortKey(Field.named(descending ? name.substring(1) : name, "/sort"), descending);
    }
  }

  /**
   * Reads all members but the filters, which are read when they become a condition.
   *
   * @throws FailureException INVALID with a pointer into the query
   */
  static RevokedQuery of(JsonNode query) {
    if (!query.isObject()) {
      throw invalid("", "type", "A search is a JSON object, such as {\"filters\": {}}.");
    }
    query.fieldNames().forEachRemaining(RevokedQuery::requireKnown);
    Set<String> fields = texts(query, "fields");
    fields.forEach(name -> Field.named(name, "/fields"));
    return new RevokedQuery(
        query.path("filters"),
        texts(query, "sort").stream().map(SortKey::of).toList(),
        fields,
        (int) number(query, "limit", USUAL_LIMIT, 1, MOST),
        offset(query),
        isCounted(query));
  }

  private static long offset(JsonNode query) {
    if (query.has("cursor") && query.has("offset")) {
      throw invalid("/offset", "exclusive", "Send a cursor or an offset, not both.");
    }
    return number(query, query.has("cursor") ? "cursor" : "offset", 0, 0, Integer.MAX_VALUE);
  }

  private static long number(JsonNode query, String name, long usual, long least, long most) {
    if (!query.has(name)) {
      return usual;
    }
    OptionalLong number = WholeNumber.of(query.get(name));
    if (number.isEmpty() || number.getAsLong() < least || number.getAsLong() > most) {
      throw invalid(
          "/" + name, "range", "Send a whole number from %d to %d.".formatted(least, most));
    }
    return number.getAsLong();
  }

  private static boolean isCounted(JsonNode query) {
    String count = query.path("count").asText();
    if (query.has("count") && !COUNTS.contains(count)) {
      throw invalid("/count", "enum", "Send auto, exact, planned or none.");
    }
    return !count.equals("none");
  }

  private static Set<String> texts(JsonNode query, String name) {
    Set<String> texts = new LinkedHashSet<>();
    if (query.has(name) && !query.get(name).isArray()) {
      throw invalid("/" + name, "type", "Send an array of names.");
    }
    query.path(name).forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static void requireKnown(String name) {
    if (!MEMBERS.contains(name)) {
      throw unknown("/" + JsonPointers.escape(name), MEMBERS);
    }
  }

  private static FailureException unknown(String pointer, Collection<String> known) {
    return invalid(
        pointer,
        "unknown",
        "There is no such member; known are %s.".formatted(String.join(", ", known)));
  }

  /** Returns the failure for an invalid search. */
  public static FailureException invalid(String pointer, String rule, String message) {
    return FailureException.invalid("credential.search.invalid", pointer, rule, message);
  }
}
