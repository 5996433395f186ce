package org.attestry.schema.stored;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.ListedViolations;
import org.attestry.contracts.Violation;
import org.attestry.runtime.identifier.Ids;

/** The failures of the schema use cases. */
public final class SchemaFailures {

  static final String CHANGED_MEANWHILE = "schema.changed-meanwhile";

  private static final int MOST_NAMED = 10;

  private SchemaFailures() {}

  public static FailureException unknown() {
    return FailureException.notFound(
        "schema.not-found", "There is no such schema; list the schemas to find its id.");
  }

  public static FailureException unknownType(String name) {
    return FailureException.notFound(
        "schema.type.not-found", "Schema '%s' not found".formatted(name));
  }

  public static FailureException unknownVersion() {
    return FailureException.notFound(
        "schema.version.not-found",
        "The schema has no such version; list its versions to find their numbers.");
  }

  /** Parses an id; fails NOT_FOUND if the text is not an id. */
  public static UUID id(String text) {
    return Ids.parse(Ids.bare(text)).orElseThrow(SchemaFailures::unknown);
  }

  public static FailureException invalidDocument(ListedViolations violations) {
    int others = violations.listed().size() - 1 + violations.more();
    String more = others == 0 ? "" : " (and %d more, see the violations)".formatted(others);
    String message = first(violations) + more;
    return violations.failure(FailureKind.INVALID, "schema.document.invalid", message).exception();
  }

  /** Returns the failure for templates that no credential can be made with. */
  public static FailureException unsignable(List<Violation> violations) {
    ListedViolations remarks = new ListedViolations(violations, 0);
    String message = "No credential can be made with the template: " + first(remarks);
    return remarks
        .failure(FailureKind.UNPROCESSABLE, "schema.template.unsignable", message)
        .exception();
  }

  /** Returns the failure for certificate templates that do not exist or cannot be rendered. */
  public static FailureException withoutCertificates(List<Violation> violations) {
    ListedViolations remarks = new ListedViolations(violations, 0);
    return remarks
        .failure(FailureKind.UNPROCESSABLE, "schema.certificate.unknown", first(remarks))
        .exception();
  }

  /** Returns the failure for warnings of a strict request. */
  public static FailureException warned(ListedViolations warnings) {
    String message = "Strictly checked, this is refused: " + first(warnings);
    return warnings.failure(FailureKind.INVALID, "schema.document.warned", message).exception();
  }

  private static String first(ListedViolations remarks) {
    return remarks.listed().getFirst().sentence();
  }

  public static FailureException changedMeanwhile() {
    return conflict(
        CHANGED_MEANWHILE,
        "Somebody changed this schema, or one that it references, meanwhile; send it again.");
  }

  public static FailureException nameTaken(String name, UUID id) {
    return conflict(
        "schema.name.taken",
        "A schema named '%s' is already there; change it by PUT /api/v1/Schema/%s, or choose another name."
            .formatted(name, id));
  }

  public static FailureException typesTaken(Map<String, String> schemaByType) {
    String types =
        schemaByType.entrySet().stream()
            .map(e -> "'%s' (by the schema '%s')".formatted(e.getKey(), e.getValue()))
            .sorted()
            .limit(MOST_NAMED)
            .collect(Collectors.joining(", "));
    return conflict(
        "schema.type.taken",
        "Already published: %s; change that schema by PUT /api/v1/Schema/{id}, or choose another type name."
            .formatted(types));
  }

  /** Lists the first ten names and states the number of further ones. */
  public static String named(List<String> names) {
    String first = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return names.size() <= MOST_NAMED
        ? first
        : "%s and %d more".formatted(first, names.size() - MOST_NAMED);
  }

  public static FailureException conflict(String code, String message) {
    return FailureException.conflict(code, message);
  }
}
