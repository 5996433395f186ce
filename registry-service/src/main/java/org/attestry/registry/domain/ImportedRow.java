package org.attestry.registry.domain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.ImportRow;
import org.attestry.registry.domain.document.Columns;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.json.Json;

/**
 * A row of an import, read and held against its type.
 *
 * @param row its number, from 1
 * @param line the number of its first line, from 1
 * @param body the entity, or null
 * @param violations why it is refused; empty when nothing is wrong so far
 */
record ImportedRow(
    long row, long line, long checksum, ObjectNode body, List<Violation> violations) {

  private static final int MOST_VIOLATIONS = 100;

  ImportedRow {
    violations = List.copyOf(violations.subList(0, Math.min(violations.size(), MOST_VIOLATIONS)));
  }

  /**
   * Reads and checks a row as a create does.
   *
   * @param columns of its cells, or null
   */
  static ImportedRow read(PublishedType type, Columns columns, ImportRow sent, long row) {
    if (sent.problem() != null) {
      return refused(sent, row, List.of(sent.problem()));
    }
    try {
      JsonNode value = columns == null ? Json.parse(sent.value()) : columns.parse(sent.value());
      ObjectNode body = NewEntities.acceptable(type, value);
      List<Violation> wrong = EntityChecks.check(type, body);
      return new ImportedRow(row, sent.line(), sent.checksum(), body, wrong);
    } catch (FailureException e) {
      return refused(sent, row, violations(e.failure(), ""));
    }
  }

  boolean isAcceptable() {
    return violations.isEmpty();
  }

  /** The same row, refused. */
  ImportedRow refused(List<Violation> why) {
    return new ImportedRow(row, line, checksum, body, why);
  }

  /** What is wrong, in a failure that may say it in one sentence alone. */
  static List<Violation> violations(Failure failure, String pointer) {
    if (!failure.violations().isEmpty()) {
      return failure.violations();
    }
    String rule = failure.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return List.of(new Violation(pointer, rule, failure.message()));
  }

  private static ImportedRow refused(ImportRow sent, long row, List<Violation> why) {
    return new ImportedRow(row, sent.line(), sent.checksum(), null, why);
  }
}
