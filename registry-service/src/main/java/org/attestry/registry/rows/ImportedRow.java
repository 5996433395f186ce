package org.attestry.registry.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.registry.document.Columns;
import org.attestry.registry.entity.EntityChecks;
import org.attestry.registry.entity.NewEntities;
import org.attestry.registry.entity.UniqueTexts;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;

/**
 * A row of an import, read and checked against its type.
 *
 * @param row the number of the row, from 1
 * @param line the number of the row's first line, from 1
 * @param body the entity, or null
 * @param violations the reasons to refuse the row; empty if none has been found so far
 */
public record ImportedRow(
    long row, long line, long checksum, ObjectNode body, List<Violation> violations) {

  private static final int MOST_CHARACTERS = 16_384;
  private static final int LONGEST_POINTER = 2_000;

  public ImportedRow {
    violations = bounded(violations);
  }

  /** Limits the violations of a row, because a page of errors contains a thousand of them. */
  public static List<Violation> bounded(List<Violation> all) {
    List<Violation> kept = new ArrayList<>();
    int characters = 0;
    for (Violation violation : all) {
      Violation next = bounded(violation);
      characters += next.pointer().length() + next.message().length();
      if (kept.size() == Failure.MOST_VIOLATIONS || characters > MOST_CHARACTERS) {
        break;
      }
      kept.add(next);
    }
    return List.copyOf(kept);
  }

  /** Shortens a pointer that is too long to a pointer to an enclosing value. */
  private static Violation bounded(Violation violation) {
    String pointer = violation.pointer();
    return pointer.length() <= LONGEST_POINTER
        ? violation
        : new Violation(
            pointer.substring(0, Math.max(0, pointer.lastIndexOf('/', LONGEST_POINTER))),
            violation.rule(),
            violation.message());
  }

  /**
   * Reads and checks a row like the create operation.
   *
   * @param columns the columns of the row's cells, or null if the row is a JSON object
   */
  public static ImportedRow read(
      PublishedType type, Columns columns, ImportRow sent, long row, Deadline deadline) {
    if (sent.problem() != null) {
      return refused(sent, row, List.of(sent.problem()));
    }
    try {
      JsonNode value = columns == null ? Json.parse(sent.value()) : columns.parse(sent.value());
      ObjectNode body = NewEntities.acceptable(type, value);
      List<Violation> wrong =
          EntityChecks.checkRow(type, body, sent.value().utf8().length, deadline).listed();
      UniqueTexts.require(type, body);
      List<Violation> explained = columns == null ? wrong : columns.explained(wrong, sent.value());
      return new ImportedRow(row, sent.line(), sent.checksum(), body, explained);
    } catch (FailureException e) {
      if (e.failure().kind() == FailureKind.TIMEOUT) {
        throw e;
      }
      return refused(sent, row, violations(e.failure(), ""));
    }
  }

  public boolean isAcceptable() {
    return violations.isEmpty();
  }

  /** Returns the same row as refused. */
  public ImportedRow refused(List<Violation> why) {
    return new ImportedRow(row, line, checksum, body, why);
  }

  /** Whether the content of a row caused a failure, rather than the service. */
  public static boolean isOfContent(Throwable cause) {
    return FailureException.isOf(
        cause,
        FailureKind.INVALID,
        FailureKind.CONFLICT,
        FailureKind.FORBIDDEN,
        FailureKind.TOO_LARGE);
  }

  /** Returns the violations of a failure, or its message as one violation. */
  public static List<Violation> violations(Failure failure, String pointer) {
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
