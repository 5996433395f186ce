package org.attestry.schema.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.schema.document.Findings;
import org.attestry.schema.document.SchemaFields;

/** Reads the lists of fields in a configuration, and compares them with the fields of the type. */
final class FieldLists {

  private static final String FIELD = "field";
  private static final String LIMIT = "limit";
  private static final String NO_FIELD = "no-such-field";
  private static final int MOST_NAMED = 3;
  private static final int MOST_INDEXES = 64;
  private static final int MOST_IN_AN_INDEX = 16;
  private static final int MOST_HIDDEN = 1_000;

  private final ConfigNode config;
  private final SchemaFields fields;
  private final Findings findings;

  FieldLists(ConfigNode config, SchemaFields fields) {
    this.config = config;
    this.fields = fields;
    this.findings = config.findings();
  }

  /**
   * Reads names or JSONPaths of fields, such as hidden ones. Unknown fields are kept, because an
   * entity may have fields that no schema describes. A name that is not a field of the type itself
   * also stands for the nested fields with this name.
   */
  List<FieldPath> paths(String member) {
    return paths(member, false);
  }

  /**
   * Reads hidden fields as {@link #paths} does. A name that is not a field of the type and differs
   * little from one that is, is refused: that field would be shown to everybody.
   */
  List<FieldPath> hidden(String member) {
    return paths(member, true);
  }

  private List<FieldPath> paths(String member, boolean refusesSlips) {
    Set<FieldPath> paths = new LinkedHashSet<>();
    List<String> entries = config.strings(member);
    for (int i = 0; i < entries.size(); i++) {
      String where = config.at(member) + "/" + i;
      FieldPath path = config.path(entries.get(i), where);
      if (path != null) {
        requireThere(path, entries.get(i), where, refusesSlips);
        paths.add(path);
        paths.addAll(nested(path, where));
      }
      if (paths.size() > MOST_HIDDEN) {
        findings.refuse(
            where,
            LIMIT,
            "'%s' leads to more than %d fields; name what contains them."
                .formatted(member, MOST_HIDDEN));
        return List.of();
      }
    }
    return List.copyOf(paths);
  }

  /**
   * Returns the nested fields with a name; refuses the name if the type has too many fields to find
   * all of them.
   */
  private Set<FieldPath> nested(FieldPath path, String where) {
    if (path.segments().size() != 1 || fields.has(path)) {
      return Set.of();
    }
    if (!fields.namesAreComplete()) {
      findings.refuse(
          where,
          LIMIT,
          "The type has too many fields to find all of this name; write their paths, such as"
              + " $.a.b.");
    }
    return fields.named(path.property());
  }

  /**
   * @param refusesSlips whether a path that leads to no field is refused where a field has a
   *     similar name
   */
  private void requireThere(FieldPath path, String written, String where, boolean refusesSlips) {
    if (!fields.has(path)) {
      Set<FieldPath> alike = alike(path);
      boolean named = path.segments().size() == 1 && !fields.named(path.property()).isEmpty();
      find(where, NO_FIELD, noField(written, alike), refusesSlips && !named && !alike.isEmpty());
    }
  }

  void warnUnlessThere(FieldPath path, String written, String where) {
    requireThere(path, written, where, false);
  }

  /** Warns of a path on which the items of lists have no wildcard, as in a pointer to a title. */
  void warnUnlessDescribed(FieldPath path, String written, String where) {
    if (!fields.describes(path)) {
      findings.warn(where, NO_FIELD, noField(written, alike(path)));
    }
  }

  /** Refuses a path into a list; returns whether it is one. */
  boolean refuseInList(FieldPath path, String written, String where) {
    boolean inList = fields.isInList(path);
    if (inList) {
      findings.refuse(
          where,
          "owner-in-list",
          "'%s' stands in a list, whose items name no owner; name a field outside of lists."
              .formatted(written));
    }
    return inList;
  }

  /** Refuses fields that no entity can have. */
  void refuseUnlessPossible(FieldPath path, String written, String where) {
    if (!fields.mayHave(path)) {
      findings.refuse(where, NO_FIELD, noField(written, alike(path)));
    }
  }

  /** Returns the fields with names that are similar to that of a path. */
  private Set<FieldPath> alike(FieldPath path) {
    return path.segments().isEmpty()
        ? Set.of()
        : fields.alike(path.segments().getLast(), findings.spelling());
  }

  private static String noField(String written, Set<FieldPath> suggested) {
    String end = suggested.isEmpty() ? "." : "; did you mean %s?".formatted(named(suggested));
    return "'%s' leads to no field of this type%s".formatted(written, end);
  }

  private static String named(Set<FieldPath> paths) {
    return paths.stream()
        .limit(MOST_NAMED)
        .map(FieldPath::toString)
        .collect(Collectors.joining(", "));
  }

  /**
   * Reads indexes, each given as a name, a path, or {@code (a,b)}; an index with unknown fields is
   * left out.
   */
  List<List<FieldPath>> indexes(String member) {
    return indexes(member, false);
  }

  private List<List<FieldPath>> indexes(String member, boolean unique) {
    List<List<FieldPath>> indexes = new ArrayList<>();
    List<String> entries = entries(member);
    for (int i = 0; i < entries.size(); i++) {
      List<FieldPath> index = index(entries.get(i), config.at(member) + "/" + i, unique);
      if (!index.isEmpty()) {
        indexes.add(index);
      }
    }
    return indexes;
  }

  private List<String> entries(String member) {
    List<String> entries = new ArrayList<>();
    config.node().path(member).forEach(entry -> entries.add(field(entry)));
    if (entries.size() > MOST_INDEXES) {
      config.refuse(
          member,
          LIMIT,
          "A type may have %d of these; each costs every write.".formatted(MOST_INDEXES));
      return List.of();
    }
    return entries;
  }

  /**
   * Reads indexes as {@link #indexes} does; each must have a single string field outside of lists,
   * and no field may occur twice.
   */
  List<FieldPath> substrings(String member) {
    Set<FieldPath> texts = new LinkedHashSet<>();
    List<String> entries = entries(member);
    for (int i = 0; i < entries.size(); i++) {
      String where = config.at(member) + "/" + i;
      List<FieldPath> index = index(entries.get(i), where, false);
      if (index.size() > 1 || index.stream().anyMatch(path -> !fields.isText(path))) {
        findings.refuse(
            where,
            "substring-of-one-text",
            "'%s' is not one text; name a field of the type 'string' outside of lists, one an entry."
                .formatted(entries.get(i)));
      } else if (!texts.addAll(index) && !index.isEmpty()) {
        findings.refuse(
            where, "twice", "'%s' is named before; leave it out.".formatted(entries.get(i)));
      }
    }
    return List.copyOf(texts);
  }

  /**
   * Reads indexes as {@link #indexes} does, but refuses unknown fields, because the constraint
   * would not hold. Fields in lists cannot be unique, nor can objects, because each object has its
   * own osid.
   */
  List<List<FieldPath>> uniqueIndexes(String member) {
    List<List<FieldPath>> indexes = indexes(member, true);
    for (FieldPath path : indexes.stream().flatMap(List::stream).toList()) {
      if (path.segments().contains(FieldPath.ANY)) {
        String message =
            "'%s' stands in a list, whose items cannot be unique; name a field outside of lists.";
        config.refuse(member, "unique-in-list", message.formatted(path));
      }
      if (fields.holdsObjects(path)) {
        String message =
            "'%s' is an object, or a list of them, each of which gets an osid of its own; name the"
                + " fields inside it.";
        config.refuse(member, "unique-object", message.formatted(path));
      }
    }
    return indexes;
  }

  /** Returns the fields of an entry, which is a text or an object with the member {@code field}. */
  private static String field(JsonNode entry) {
    return entry.isObject() ? entry.path(FIELD).asText() : entry.asText();
  }

  /** Returns the fields of unique indexes that compare their texts without regard to case. */
  List<FieldPath> caseInsensitive(String member) {
    Set<FieldPath> all = new LinkedHashSet<>();
    JsonNode entries = config.node().path(member);
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).path("caseInsensitive").asBoolean()) {
        List<FieldPath> index = index(field(entries.get(i)), config.at(member) + "/" + i, true);
        index.forEach(path -> requireText(path, member));
        all.addAll(index);
      }
    }
    return List.copyOf(all);
  }

  private void requireText(FieldPath path, String member) {
    if (!fields.isText(path)) {
      config.refuse(
          member,
          "case-of-a-text",
          "'%s' has no case; leave 'caseInsensitive' out, or name a field of the type 'string'."
              .formatted(path));
    }
  }

  private boolean canBeUnique(FieldPath path) {
    return !path.segments().contains(FieldPath.ANY) && !fields.holdsObjects(path);
  }

  private List<FieldPath> index(String entry, String where, boolean unique) {
    String bare = entry.strip();
    if (bare.startsWith("(") && bare.endsWith(")")) {
      bare = bare.substring(1, bare.length() - 1);
    }
    List<FieldPath> index = new ArrayList<>();
    List<String> names = Arrays.stream(bare.split(",")).map(String::strip).toList();
    if (names.size() > MOST_IN_AN_INDEX) {
      findings.refuse(where, LIMIT, "An index may have %d fields.".formatted(MOST_IN_AN_INDEX));
      return List.of();
    }
    boolean whole = true;
    for (String name : names) {
      FieldPath path = indexed(name, where, unique);
      whole &= path != null;
      index.add(path);
    }
    return whole ? index : List.of();
  }

  /** Returns null, with a finding, if the name is not that of one field. */
  private FieldPath indexed(String name, String where, boolean unique) {
    FieldPath path = config.path(name, where);
    if (path == null || path.segments().isEmpty()) {
      return null;
    }
    if (fields.has(path)) {
      return path;
    }
    Set<FieldPath> nested = nested(path, where);
    if (nested.size() == 1) {
      return nested.iterator().next();
    }
    if (!nested.isEmpty()) {
      find(where, "ambiguous", ambiguous(name, nested, unique), unique);
    } else {
      Set<FieldPath> suggested =
          alike(path).stream()
              .filter(other -> !unique || canBeUnique(other))
              .collect(Collectors.toCollection(LinkedHashSet::new));
      find(where, NO_FIELD, noField(name, suggested), unique);
    }
    return null;
  }

  private void find(String where, String rule, String message, boolean refused) {
    if (refused) {
      findings.refuse(where, rule, message);
    } else {
      findings.warn(where, rule, message);
    }
  }

  private String ambiguous(String name, Set<FieldPath> fields, boolean unique) {
    List<FieldPath> possible =
        fields.stream().filter(path -> !unique || canBeUnique(path)).limit(MOST_NAMED).toList();
    String end = possible.isEmpty() ? "." : "; write one of %s.".formatted(possible);
    return "'%s' is the name of several fields%s".formatted(name, end);
  }
}
