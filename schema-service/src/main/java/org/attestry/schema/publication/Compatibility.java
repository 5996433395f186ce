package org.attestry.schema.publication;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.CheckedEntities;
import org.attestry.contracts.schema.SchemaChangeReport;
import org.attestry.contracts.schema.SchemaChangeReport.Difference;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.json.Json;
import org.attestry.schema.change.Differences;
import org.attestry.schema.change.TypeChange;
import org.attestry.schema.stored.BusEntityRegistry;

/**
 * Decides whether a published document may be replaced by another one: by rules and, where the
 * rules do not decide it, by checking the stored entities. A type without stored entities may
 * change in any way.
 */
record Compatibility(BusEntityRegistry registry) {

  /**
   * @param refusal why the change is refused, or null
   * @param warnings about entities that could not be checked in time
   */
  record Verdict(SchemaChangeReport report, Failure refusal, List<Violation> warnings) {}

  /** The stored entities of a changed type. */
  private record CheckedType(TypeChange change, CheckedEntities entities) {}

  /**
   * @param removed types that the new document removes
   * @param narrow whether the new document may accept fewer entities than before if no stored
   *     entity becomes invalid
   */
  Future<Verdict> check(
      List<TypeChange> changes, List<String> removed, boolean narrow, CallContext context) {
    List<CheckedType> checked = new ArrayList<>();
    List<TypeChange> unclear = changes.stream().filter(change -> !change.compatible()).toList();
    return AsyncLoop.each(
            unclear,
            change ->
                registry
                    .checkEntities(change.after(), context)
                    .onSuccess(entities -> checked.add(new CheckedType(change, entities))))
        .compose(done -> TypesInUse.find(registry, removed, context))
        .map(inUse -> verdict(changes, checked, inUse, narrow));
  }

  private static Verdict verdict(
      List<TypeChange> changes, List<CheckedType> checked, Failure inUse, boolean narrow) {
    List<Violation> warnings = new ArrayList<>();
    Failure refusal = inUse;
    for (CheckedType type : checked) {
      Failure refused = refusal(type.change(), type.entities(), narrow, warnings);
      refusal = refusal == null ? refused : refusal;
    }
    Differences differences = Differences.NONE;
    for (TypeChange change : changes) {
      differences = differences.and(change.differences());
    }
    SchemaChangeReport report =
        new SchemaChangeReport(
            refusal == null,
            refusal == null ? null : refusal.message(),
            differences.listed(),
            differences.more(),
            checked.stream().map(CheckedType::entities).toList());
    return new Verdict(report, refusal == null ? null : with(refusal, report), warnings);
  }

  private static Failure refusal(
      TypeChange change, CheckedEntities checked, boolean narrow, List<Violation> warnings) {
    if (checked.stored() == 0) {
      return null;
    }
    if (change.has(Effect.FORBIDDEN)) {
      return refused(
          change,
          "schema.change.forbidden",
          "This cannot change while entities of %s are stored.".formatted(checked.type()));
    }
    if (checked.breaking() > 0) {
      return refused(change, "schema.change.breaks-entities", broken(checked));
    }
    if (!narrow && change.has(Effect.NARROWING)) {
      String found =
          checked.complete()
              ? "though none of the stored entities breaks"
              : "and of the stored entities at least " + progress(checked) + " do not break";
      return refused(
          change,
          "schema.change.narrows",
          "This accepts less than before, " + found + "; if that is meant, send narrow=true.");
    }
    return checked.complete() ? null : unchecked(change, checked, narrow, warnings);
  }

  private static Failure unchecked(
      TypeChange change, CheckedEntities checked, boolean narrow, List<Violation> warnings) {
    String message =
        "Only %s stored entities of %s could be checked in time"
            .formatted(progress(checked), checked.type());
    if (narrow) {
      warnings.add(new Violation("", "unchecked", message + "."));
      return null;
    }
    return refused(
        change,
        "schema.change.unchecked",
        message + ", and none of these breaks; send narrow=true to change it all the same.");
  }

  private static String broken(CheckedEntities checked) {
    String of =
        checked.complete()
            ? "%d of %d".formatted(checked.breaking(), checked.stored())
            : "At least %d of %d".formatted(checked.breaking(), checked.stored());
    String why =
        checked.violations().stream()
            .limit(1)
            .map(found -> ": %s: %s".formatted(found.pointer(), found.message()))
            .collect(Collectors.joining());
    return "%s stored entities of %s would be invalid, such as %s%s"
        .formatted(of, checked.type(), String.join(", ", checked.ids()), why);
  }

  private static String progress(CheckedEntities checked) {
    return "%d of %d".formatted(checked.checked(), checked.stored());
  }

  private static Failure refused(TypeChange change, String code, String message) {
    List<Violation> violations = new ArrayList<>();
    for (Difference difference : change.differences().listed()) {
      if (difference.effect() != Effect.COMPATIBLE) {
        violations.add(
            new Violation(difference.pointer(), difference.rule(), meaning(difference.effect())));
      }
    }
    return new Failure(FailureKind.CONFLICT, code, message, violations);
  }

  private static String meaning(Effect effect) {
    return switch (effect) {
      case COMPATIBLE -> "Every entity stays valid.";
      case DECIDED_BY_DATA -> "Whether entities stay valid depends on what is stored.";
      case NARROWING -> "This accepts less than before.";
      case FORBIDDEN -> "This cannot change while entities are stored.";
    };
  }

  private static Failure with(Failure refusal, SchemaChangeReport report) {
    return new Failure(
        refusal.kind(),
        refusal.code(),
        refusal.message(),
        refusal.violations(),
        Json.write(report));
  }
}
