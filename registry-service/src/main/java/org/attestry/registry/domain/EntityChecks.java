package org.attestry.registry.domain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.domain.document.NestedOsids;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.validation.Effort;
import org.attestry.registry.domain.validation.EntityValidator;
import org.attestry.runtime.work.Workers;

/**
 * Checks an entity against its type. Small entities take microseconds and are checked where they
 * are; big ones go to worker threads, and so does the compilation of a type that was not used
 * lately: the first to need it begins it, for all who come meanwhile. Used on one event loop.
 */
public final class EntityChecks {

  private static final int SMALL_NODES = 1_000;

  /**
   * What is being compiled.
   *
   * @param partial whether for entities that may be incomplete too
   */
  private record Compiling(PublishedType type, boolean partial) {}

  private final Workers workers;
  private final Map<Compiling, Future<EntityValidator>> compiling = new HashMap<>();

  public EntityChecks(Workers workers) {
    this.workers = workers;
  }

  /** Succeeds when a new one is complete and valid; fails INVALID with every violation. */
  public Future<Void> requireNew(PublishedType type, ObjectNode body) {
    return compiled(type, false)
        .compose(
            validator -> run(body, effort -> validator.check(NestedOsids.without(body), effort)))
        .compose(EntityChecks::requireNone);
  }

  /** The same for one that is stored, whose passwords the identity provider has. */
  public Future<Void> requireComplete(PublishedType type, ObjectNode body) {
    return compiled(type, false)
        .compose(validator -> run(body, effort -> check(type, validator, body, effort)))
        .compose(EntityChecks::requireNone);
  }

  /**
   * Succeeds when what is there is valid.
   *
   * @return whether nothing that is required is missing
   */
  public Future<Boolean> requireValid(PublishedType type, ObjectNode body) {
    return compiled(type, true)
        .compose(
            validator ->
                run(body, effort -> validator.checkIncomplete(NestedOsids.without(body), effort))
                    .compose(EntityChecks::requireNone)
                    .compose(valid -> run(body, effort -> check(type, validator, body, effort)))
                    .map(List::isEmpty));
  }

  /** What is wrong with an entity that is stored. */
  static List<Violation> violations(PublishedType type, ObjectNode body, boolean complete) {
    return complete
        ? check(type, body)
        : type.validator().checkIncomplete(NestedOsids.without(body), Effort.large());
  }

  /** What is wrong with a whole body; it takes as long as the body is big. */
  static List<Violation> check(PublishedType type, ObjectNode body) {
    return check(type, type.validator(), body, Effort.large());
  }

  private static List<Violation> check(
      PublishedType type, EntityValidator validator, ObjectNode body, Effort effort) {
    List<Violation> found = validator.check(NestedOsids.without(body), effort);
    Set<String> passwords = passwords(type);
    return passwords.isEmpty()
        ? found
        : found.stream().filter(violation -> !isKeptElsewhere(violation, passwords)).toList();
  }

  /** A password that the identity provider keeps is not missing from the entity. */
  private static boolean isKeptElsewhere(Violation violation, Set<String> passwords) {
    return violation.rule().equals("required") && passwords.contains(violation.pointer());
  }

  private static Set<String> passwords(PublishedType type) {
    return type.config().ownershipAttributes().stream()
        .map(OwnershipAttribute::password)
        .filter(pointer -> pointer != null)
        .collect(Collectors.toSet());
  }

  private Future<EntityValidator> compiled(PublishedType type, boolean partial) {
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

  private Future<List<Violation>> run(ObjectNode body, Function<Effort, List<Violation>> check) {
    if (Size.of(body, SMALL_NODES) > SMALL_NODES) {
      return workers.run(() -> check.apply(Effort.large()));
    }
    try {
      return Future.succeededFuture(check.apply(Effort.small()));
    } catch (RuntimeException e) {
      return Effort.isExceeded(e)
          ? workers.run(() -> check.apply(Effort.large()))
          : Future.failedFuture(e);
    }
  }

  private static Future<Void> requireNone(List<Violation> violations) {
    if (violations.isEmpty()) {
      return Future.succeededFuture();
    }
    String message =
        violations.size() == 1
            ? "One value breaks a rule of its schema; see result.violations."
            : "%d values break rules of their schema; see result.violations."
                .formatted(violations.size());
    return Future.failedFuture(
        new Failure(FailureKind.INVALID, "registry.entity.invalid", message, violations)
            .exception());
  }
}
