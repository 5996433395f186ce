package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.document.NestedOsids;
import org.attestry.registry.types.PublishedType;
import org.attestry.registry.validation.EntityValidator;
import org.attestry.registry.validation.Violations;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Limits;
import org.attestry.runtime.fair.Workers;

/**
 * Checks an entity against its type. Small entities are checked on the event loop, within a
 * millisecond or two. Large entities are checked on worker threads, which also compile types that
 * were not used recently; concurrent checks of a type share one compilation. Not thread-safe: used
 * on one event loop.
 */
public final class EntityChecks {

  private static final int SMALL_NODES = 1_000;
  private static final int TEXT_UNIT = 64;

  /**
   * The number of values of large bodies that workers check together, and the number that wait for
   * them; a value takes some 60 bytes. A user has half of them, an address without a token a
   * quarter, or one body.
   */
  public static final Limits VALUES = Limits.of(250_000, 250_000);

  /**
   * A compilation in flight.
   *
   * @param partial whether the compiled type also checks entities that may be incomplete
   */
  private record Compiling(PublishedType type, boolean partial) {}

  private final Workers workers;
  private final FairQueue values;
  private final Map<Compiling, Future<EntityValidator>> compiling = new HashMap<>();

  /**
   * @param values in which the values of large bodies wait for the workers, within {@link #VALUES}
   */
  public EntityChecks(Workers workers, FairQueue values) {
    this.workers = workers;
    this.values = values;
  }

  /** Requires a new entity to be complete and valid; fails with INVALID and the violations. */
  public Future<Void> requireNew(PublishedType type, ObjectNode body, Deadline deadline) {
    return compiled(type, false, deadline)
        .compose(
            validator ->
                run(body, deadline, budget -> validator.check(NestedOsids.without(body), budget)))
        .compose(found -> requireNone(type, body, found));
  }

  /**
   * Requires a stored entity to be complete and valid, except for its passwords, which only the
   * identity provider stores.
   */
  public Future<Void> requireComplete(PublishedType type, ObjectNode body, Deadline deadline) {
    return compiled(type, false, deadline)
        .compose(validator -> run(body, deadline, budget -> check(type, validator, body, budget)))
        .compose(found -> requireNone(type, body, found));
  }

  /**
   * Requires the present members to be valid.
   *
   * @return whether all required members are present
   */
  public Future<Boolean> requireValid(PublishedType type, ObjectNode body, Deadline deadline) {
    return compiled(type, true, deadline)
        .compose(
            validator ->
                run(
                        body,
                        deadline,
                        budget -> validator.checkIncomplete(NestedOsids.without(body), budget))
                    .compose(found -> requireNone(type, body, found))
                    .compose(
                        valid ->
                            run(body, deadline, budget -> check(type, validator, body, budget)))
                    .map(Violations::isEmpty));
  }

  /** Returns the violations of a stored entity. */
  public static Violations violations(
      PublishedType type, ObjectNode body, boolean complete, Deadline deadline) {
    Budget budget = EntityValidator.large(deadline);
    return complete
        ? check(type, type.validator(), body, budget)
        : type.validator().checkIncomplete(NestedOsids.without(body), budget);
  }

  /** Returns the violations of one row of an import. */
  public static Violations checkRow(
      PublishedType type, ObjectNode body, int bytes, Deadline deadline) {
    return check(type, type.validator(), body, EntityValidator.row(deadline, bytes));
  }

  private static Violations check(
      PublishedType type, EntityValidator validator, ObjectNode body, Budget budget) {
    Violations found = validator.check(NestedOsids.without(body), budget);
    Set<String> passwords = passwords(type);
    return passwords.isEmpty()
        ? found
        : found.without(violation -> isKeptElsewhere(violation, passwords));
  }

  /** Whether a violation reports a missing password, which only the identity provider stores. */
  private static boolean isKeptElsewhere(Violation violation, Set<String> passwords) {
    return violation.rule().equals("required") && passwords.contains(violation.pointer());
  }

  private static Set<String> passwords(PublishedType type) {
    return type.config().ownershipAttributes().stream()
        .map(OwnershipAttribute::password)
        .filter(pointer -> pointer != null)
        .collect(Collectors.toSet());
  }

  private Future<EntityValidator> compiled(PublishedType type, boolean partial, Deadline deadline) {
    if (type.isCompiled(partial)) {
      return Future.succeededFuture(type.validator());
    }
    Compiling wanted = new Compiling(type, partial);
    Future<EntityValidator> begun = compiling.get(wanted);
    if (begun == null) {
      begun = workers.run(() -> type.compiled(partial));
      compiling.put(wanted, begun);
      begun.onComplete(done -> compiling.remove(wanted));
    }
    return begun;
  }

  private Future<Violations> run(
      ObjectNode body, Deadline deadline, Function<Budget, Violations> check) {
    if (weight(body, SMALL_NODES) > SMALL_NODES) {
      return onWorker(body, deadline, check);
    }
    try {
      return Future.succeededFuture(check.apply(EntityValidator.small(deadline)));
    } catch (RuntimeException e) {
      return EntityValidator.isTooComplex(e)
          ? onWorker(body, deadline, check)
          : Future.failedFuture(e);
    }
  }

  /**
   * Runs a check on a worker. Fails with RATE_LIMITED or UNAVAILABLE if the bodies that wait, of
   * the caller or of all, would take too much memory; a single body is always accepted.
   */
  private Future<Violations> onWorker(
      ObjectNode body, Deadline deadline, Function<Budget, Violations> check) {
    return values.run(
        deadline,
        weight(body, VALUES.places()),
        () -> workers.run(deadline, () -> check.apply(EntityValidator.large(deadline))));
  }

  /**
   * Returns the number of values of a document; a long text counts as several. If the limit is
   * exceeded, the result is any number above it.
   */
  private static int weight(JsonNode node, int limit) {
    int weight = 1 + (node.isTextual() ? node.textValue().length() / TEXT_UNIT : 0);
    for (JsonNode child : node) {
      if (weight > limit) {
        break;
      }
      weight += weight(child, limit - weight);
    }
    return weight;
  }

  private static Future<Void> requireNone(
      PublishedType type, ObjectNode body, Violations violations) {
    if (violations.isEmpty()) {
      UniqueTexts.require(type, body);
      return Future.succeededFuture();
    }
    String message =
        violations.count() == 1 && violations.listed().size() == 1
            ? violations.listed().getFirst().message()
            : "%d values break rules of their schema; see result.violations."
                .formatted(violations.count());
    return Future.failedFuture(
        violations.failure(FailureKind.INVALID, "registry.entity.invalid", message).exception());
  }
}
