package org.attestry.credential.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A search of RevokedCredential records.
 *
 * @param fields names of the members that are shown; all if empty
 * @param offset how many matches are passed over
 * @param counted whether all matches are counted
 */
public record RevokedQuery(
    Filter filter,
    List<SortKey> sort,
    Set<String> fields,
    int limit,
    long offset,
    boolean counted) {

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

    static Optional<Field> named(String name) {
      return Arrays.stream(values()).filter(field -> field.title.equals(name)).findFirst();
    }

    static List<String> names() {
      return Arrays.stream(values()).map(field -> field.title).toList();
    }
  }

  /** What a record must be like. */
  public sealed interface Filter {
    record All(List<Filter> filters) implements Filter {}

    record Any(List<Filter> filters) implements Filter {}

    record Not(Filter filter) implements Filter {}

    /**
     * @param values one, two, several, or none, as the comparison takes them; of a time in ISO 8601
     */
    record Compare(Field field, Operator operator, List<String> values) implements Filter {}
  }

  public record SortKey(Field field, boolean descending) {}

  /** How a value compares. */
  public enum Comparison {
    EQUAL,
    AMONG,
    GREATER,
    GREATER_OR_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    BETWEEN,
    CONTAINS,
    STARTS_WITH,
    ENDS_WITH,
    EXISTS;

    boolean isOfText() {
      return this == CONTAINS || this == STARTS_WITH || this == ENDS_WITH;
    }
  }

  /** A comparison, its opposite, or either without regard to case. */
  public record Operator(Comparison comparison, boolean negated, boolean ignoreCase) {

    private static final String IGNORE_CASE = "IgnoreCase";
    private static final Map<String, Operator> ALL = new HashMap<>();

    static {
      add(Comparison.EQUAL, "eq", "neq");
      add(Comparison.AMONG, "in", "nin");
      add(Comparison.AMONG, "or", null);
      add(Comparison.GREATER, "gt", null);
      add(Comparison.GREATER_OR_EQUAL, "gte", null);
      add(Comparison.LESS, "lt", null);
      add(Comparison.LESS_OR_EQUAL, "lte", null);
      add(Comparison.BETWEEN, "between", null);
      add(Comparison.CONTAINS, "contains", "notContains");
      add(Comparison.STARTS_WITH, "startsWith", "notStartsWith");
      add(Comparison.ENDS_WITH, "endsWith", "notEndsWith");
      ALL.put("exists", new Operator(Comparison.EXISTS, false, false));
    }

    private static void add(Comparison comparison, String name, String opposite) {
      ALL.put(name, new Operator(comparison, false, false));
      ALL.put(name + IGNORE_CASE, new Operator(comparison, false, true));
      if (opposite != null) {
        ALL.put(opposite, new Operator(comparison, true, false));
        ALL.put(opposite + IGNORE_CASE, new Operator(comparison, true, true));
      }
    }

    static Optional<Operator> named(String name) {
      return Optional.ofNullable(ALL.get(name));
    }

    /** The names without {@code IgnoreCase}. */
    static List<String> names() {
      List<String> names = new ArrayList<>(ALL.keySet());
      names.removeIf(name -> name.endsWith(IGNORE_CASE));
      return names.stream().sorted().toList();
    }

    Operator opposite() {
      return new Operator(comparison, !negated, ignoreCase);
    }
  }
}
