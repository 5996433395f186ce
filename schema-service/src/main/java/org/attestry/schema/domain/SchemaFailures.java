package org.attestry.schema.domain;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.schema.domain.document.Remarks;

/** The failures of the schema use cases. */
public final class SchemaFailures {

  static final String CHANGED_MEANWHILE = "schema.changed-meanwhile";

  private static final int MOST_NAMED = 10;
  private static final String OLD_SHARD_PREFIX = "1-";

  private SchemaFailures() {}

  static FailureException unknown() {
    return Failure.of(
            FailureKind.NOT_FOUND,
            "schema.not-found",
            "There is no such schema; list the schemas to find its id.")
        .exception();
  }

  static FailureException unknownType(String name) {
    return Failure.of(
            FailureKind.NOT_FOUND, "schema.type.not-found", "Schema '%s' not found".formatted(name))
        .exception();
  }

  static FailureException unknownVersion() {
    return Failure.of(
            FailureKind.NOT_FOUND,
            "schema.version.not-found",
            "The schema has no such version; list its versions to find their numbers.")
        .exception();
  }

  /** Parses an id; a text that is no id is the id of no schema. */
  static UUID id(String text) {
    String bare = text.startsWith(OLD_SHARD_PREFIX) ? text.substring(2) : text;
    try {
      UUID id = UUID.fromString(bare);
      if (id.toString().equalsIgnoreCase(bare)) {
        return id;
      }
    } catch (IllegalArgumentException notAnId) {
      throw unknown();
    }
    throw unknown();
  }

  static FailureException invalidDocument(Remarks violations) {
    int others = violations.listed().size() - 1 + violations.more();
    String more = others == 0 ? "" : " (and %d more, see the violations)".formatted(others);
    return new Failure(
            FailureKind.INVALID,
            "schema.document.invalid",
            violations.listed().getFirst().message() + more,
            violations.listed(),
            violations.more(),
            null)
        .exception();
  }

  /** The failure for templates that no credential can be made with. */
  static FailureException unsignable(List<Violation> violations) {
    List<Violation> listed = violations.stream().limit(Failure.MOST_VIOLATIONS).toList();
    return new Failure(
            FailureKind.UNPROCESSABLE,
            "schema.template.unsignable",
            "No credential can be made with the template: " + listed.getFirst().message(),
            listed,
            violations.size() - listed.size(),
            null)
        .exception();
  }

  /** The failure for warnings of a strict request. */
  static FailureException warned(Remarks warnings) {
    return new Failure(
            FailureKind.INVALID,
            "schema.document.warned",
            "Strictly checked, this is refused: %s"
                .formatted(warnings.listed().getFirst().message()),
            warnings.listed(),
            warnings.more(),
            null)
        .exception();
  }

  static FailureException changedMeanwhile() {
    return conflict(
        CHANGED_MEANWHILE,
        "Somebody changed this schema, or one that it references, meanwhile; send it again.");
  }

  public static FailureException nameTaken(String name) {
    return conflict(
        "schema.name.taken",
        "A schema named '%s' is already there; change it, or choose another name.".formatted(name));
  }

  static FailureException typesTaken(Map<String, String> schemaByType) {
    String types =
        schemaByType.entrySet().stream()
            .map(e -> "'%s' (by the schema '%s')".formatted(e.getKey(), e.getValue()))
            .sorted()
            .limit(MOST_NAMED)
            .collect(Collectors.joining(", "));
    return conflict(
        "schema.type.taken", "Already published: %s; choose another type name.".formatted(types));
  }

  /** Lists the first ten names and how many more there are. */
  static String named(List<String> names) {
    String first = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return names.size() <= MOST_NAMED
        ? first
        : "%s and %d more".formatted(first, names.size() - MOST_NAMED);
  }

  static FailureException conflict(String code, String message) {
    return Failure.of(FailureKind.CONFLICT, code, message).exception();
  }
}
