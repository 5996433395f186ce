package org.attestry.registry.index;

import io.vertx.pgclient.PgException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.failure.Failures;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.runtime.postgres.PgErrors;

/**
 * Translates refusals of the database into failures. The database's own messages are never sent to
 * clients.
 */
public final class PgFailures {

  private static final String UNIQUE_VIOLATION = "23505";
  private static final String CHECK_VIOLATION = "23514";
  private static final String PROGRAM_LIMIT_EXCEEDED = "54000";
  private static final Set<String> BAD_VALUES = Set.of("22P02", "22P05", "22003");

  private PgFailures() {}

  /**
   * Returns the failure for the caller if the database refused a statement, so that nothing was
   * stored; otherwise the cause itself.
   */
  public static Throwable translated(PublishedType type, Throwable cause) {
    return PgErrors.isRefusal(cause) ? of(type, (PgException) cause).exception() : cause;
  }

  /**
   * Returns the failure of a search. If the search itself took too long, it takes as long when it
   * is tried again.
   */
  public static Throwable ofSearch(TypeIndexes type, EntityQuery query, Throwable cause) {
    return PgErrors.isTimeout(cause)
        ? tooSlow(UnindexedFields.of(query, type)).exception()
        : translated(type.type(), cause);
  }

  private static Failure tooSlow(List<String> unindexed) {
    String advice =
        unindexed.isEmpty()
            ? "all its fields have an index; narrow the filter."
            : "these fields of it have no index: %s; ".formatted(String.join(", ", unindexed))
                + "add them to indexFields of the type (to substringFields for parts of texts and"
                + " any case), or narrow the filter.";
    return Failure.of(
        FailureKind.TIMEOUT,
        EntityOperations.SEARCH_TOO_SLOW,
        "The search took too long, and " + advice);
  }

  static Failure of(PublishedType type, PgException cause) {
    TypeIndexes indexes = new TypeIndexes(type);
    return switch (String.valueOf(cause.getSqlState())) {
      case String state
          when UNIQUE_VIOLATION.equals(state) && indexes.isOurs(cause.getConstraint()) ->
          taken(indexes.uniqueFields(cause.getConstraint()).orElse(List.of()));
      case String state
          when UNIQUE_VIOLATION.equals(state)
              && String.valueOf(cause.getConstraint()).endsWith("_pkey") ->
          Failure.of(
              FailureKind.CONFLICT, "registry.entity.exists", "The entity is stored already.");
      case String state
          when CHECK_VIOLATION.equals(state)
              && TypeIndexes.closed(type.number()).equals(cause.getConstraint()) ->
          PublishedType.unknown(type.name());
      case PROGRAM_LIMIT_EXCEEDED ->
          tooLong(indexes.fieldsNamedIn(cause.getErrorMessage()).orElse(List.of()));
      case String state when BAD_VALUES.contains(state) ->
          Failure.of(
              FailureKind.INVALID,
              "registry.entity.bad-value",
              "A value cannot be stored or compared: a text has half a Unicode character, or an"
                  + " osid is none.");
      default -> Failures.of(cause, "registry.store");
    };
  }

  /** Returns the failure if stored entities do not allow an index. */
  public static Failure ofStored(PublishedType type, PgException cause) {
    Failure failure = of(type, cause);
    boolean ofContent =
        failure.kind() == FailureKind.CONFLICT || failure.kind() == FailureKind.INVALID;
    if (!ofContent) {
      return failure;
    }
    String message =
        "Stored entities of %s break the new constraint; change them first.".formatted(type.name());
    return new Failure(
        FailureKind.CONFLICT, "registry.type.constraint-broken", message, failure.violations());
  }

  /**
   * Returns the refusal with a message that names entities that have the same values, if there are
   * any.
   */
  public static Failure naming(Failure refusal, Duplicates duplicates) {
    if (duplicates.count() == 0) {
      return refusal;
    }
    List<String> ids = duplicates.ids().stream().map(UUID::toString).toList();
    String fields =
        refusal.violations().stream().map(Violation::pointer).collect(Collectors.joining(" and "));
    String message =
        "%d stored entities have the same %s, such as %s; change them first."
            .formatted(duplicates.count(), fields, String.join(", ", ids));
    return new Failure(refusal.kind(), refusal.code(), message, refusal.violations());
  }

  public static Failure taken(List<FieldPath> fields) {
    String message = "Another entity has the same %s; it must be unique.".formatted(named(fields));
    return failure(FailureKind.CONFLICT, "registry.entity.not-unique", fields, "unique", message);
  }

  private static Failure tooLong(List<FieldPath> fields) {
    String message =
        "The value of %s is too long for an index; 2,000 bytes are not.".formatted(named(fields));
    String code = "registry.entity.index-value-too-long";
    return failure(FailureKind.INVALID, code, fields, "index", message);
  }

  private static String named(List<FieldPath> fields) {
    return fields.isEmpty()
        ? "value of a field"
        : fields.stream()
            .map(field -> String.join(".", field.segments()))
            .collect(Collectors.joining(" and "));
  }

  private static Failure failure(
      FailureKind kind, String code, List<FieldPath> fields, String rule, String message) {
    List<Violation> violations =
        fields.stream().map(field -> new Violation(JsonPointers.of(field), rule, message)).toList();
    return new Failure(kind, code, message, violations);
  }
}
