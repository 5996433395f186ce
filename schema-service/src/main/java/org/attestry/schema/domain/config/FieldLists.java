package org.attestry.schema.domain.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.schema.domain.document.Fields;
import org.attestry.schema.domain.document.Findings;

/** Reads the lists of fields in a configuration against the fields that the type has. */
final class FieldLists {

  private static final int MOST_INDEXES = 64;

  private final ConfigNode config;
  private final Fields fields;
  private final Findings findings;

  FieldLists(ConfigNode config, Fields fields) {
    this.config = config;
    this.fields = fields;
    this.findings = config.findings();
  }

  /**
   * Names or JSONPaths of what is hidden. One that leads nowhere is kept, since an entity may have
   * what no schema says; if it is the bare name of nested fields, they are hidden too.
   */
  List<FieldPath> paths(String member) {
    List<FieldPath> paths = new ArrayList<>();
    List<String> entries = config.strings(member);
    for (int i = 0; i < entries.size(); i++) {
      String where = config.at(member) + "/" + i;
      FieldPath path = config.path(entries.get(i), where);
      if (path != null) {
        warnUnlessThere(path, entries.get(i), where);
        paths.add(path);
        if (path.segments().size() == 1 && !fields.has(path)) {
          paths.addAll(fields.named(path.property()));
        }
      }
    }
    return paths;
  }

  void warnUnlessThere(FieldPath path, String written, String where) {
    if (!fields.has(path)) {
      findings.warn(
          where,
          "no-such-field",
          "'%s' leads to no field of this type%s".formatted(written, meant(path)));
    }
  }

  /** Refuses what no entity is meant to have: nothing would ever be found there. */
  void refuseUnlessPossible(FieldPath path, String written, String where) {
    if (!fields.mayHave(path)) {
      findings.refuse(
          where,
          "no-such-field",
          "'%s' leads to no field of this type%s".formatted(written, meant(path)));
    }
  }

  private String meant(FieldPath path) {
    if (path.segments().isEmpty()) {
      return ".";
    }
    List<FieldPath> alike = fields.alike(path.segments().getLast());
    return alike.isEmpty()
        ? "."
        : "; did you mean %s?"
            .formatted(
                alike.stream().limit(3).map(FieldPath::toString).collect(Collectors.joining(", ")));
  }

  /** Indexes: a name, a path, or {@code (a,b)}. What matches nothing makes no index. */
  List<List<FieldPath>> indexes(String member) {
    List<List<FieldPath>> indexes = new ArrayList<>();
    List<String> entries = config.strings(member);
    if (entries.size() > MOST_INDEXES) {
      findings.refuse(
          config.at(member),
          "limit",
          "A type may have %d of these; each costs every write.".formatted(MOST_INDEXES));
      return indexes;
    }
    for (int i = 0; i < entries.size(); i++) {
      List<FieldPath> index = index(entries.get(i), config.at(member) + "/" + i);
      if (!index.isEmpty()) {
        indexes.add(index);
      }
    }
    return indexes;
  }

  /** As {@link #indexes}; what stands in a list cannot be unique. */
  List<List<FieldPath>> uniqueIndexes(String member) {
    List<List<FieldPath>> indexes = indexes(member);
    for (List<FieldPath> index : indexes) {
      for (FieldPath path : index) {
        if (path.segments().contains(FieldPath.ANY)) {
          findings.refuse(
              config.at(member),
              "unique-in-list",
              "'%s' stands in a list, whose items cannot be unique; name a field outside of lists."
                  .formatted(path));
        }
      }
    }
    return indexes;
  }

  private List<FieldPath> index(String entry, String where) {
    String bare = entry.strip();
    if (bare.startsWith("(") && bare.endsWith(")")) {
      bare = bare.substring(1, bare.length() - 1);
    }
    List<FieldPath> index = new ArrayList<>();
    boolean whole = true;
    for (String name : Arrays.stream(bare.split(",")).map(String::strip).toList()) {
      FieldPath path = indexed(name, where);
      whole &= path != null;
      index.add(path);
    }
    return whole ? index : List.of();
  }

  private FieldPath indexed(String name, String where) {
    FieldPath path = config.path(name, where);
    if (path == null || path.segments().isEmpty()) {
      return null;
    }
    if (fields.has(path)) {
      return path;
    }
    boolean bare = path.segments().size() == 1;
    List<FieldPath> nested = bare ? fields.named(path.property()) : List.of();
    if (nested.size() == 1) {
      return nested.getFirst();
    }
    if (nested.isEmpty()) {
      warnUnlessThere(path, name, where);
    } else {
      findings.warn(
          where,
          "ambiguous",
          "'%s' is the name of several fields; write one of %s.".formatted(name, nested));
    }
    return null;
  }
}
