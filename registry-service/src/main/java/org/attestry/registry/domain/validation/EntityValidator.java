package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.json.JsonLocation;
import org.attestry.runtime.work.Budget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A type's definition (JSON Schema draft-07, formats asserted), compiled. Nothing is ever fetched:
 * a reference that leaves the document does not compile. Every step of a check is paid from a
 * {@link Budget}, and what it finds takes bounded memory. Safe for use by several threads.
 */
public final class EntityValidator {

  private static final Logger LOG = LoggerFactory.getLogger(EntityValidator.class);

  private static final String TOO_COMPLEX = "registry.entity.too-complex";

  /** One or two milliseconds. */
  private static final long SMALL = 20_000;

  /** Some tenths of a second; a megabyte of numbers takes a third of it. */
  private static final long LARGE = 5_000_000;

  /** Some ten milliseconds: of a row among many, beside what its size allows. */
  private static final long MEDIUM = 200_000;

  private static final int STEPS_OF_A_BYTE = 20;

  private final JsonNode definition;
  private final CompiledSchema complete;

  /** Compiled at first use: most types never see an incomplete entity. */
  private volatile CompiledSchema partial;

  /**
   * @throws FailureException UNPROCESSABLE when the definition does not compile
   */
  public EntityValidator(JsonNode definition) {
    this.definition = definition;
    this.complete = compile(definition, false);
  }

  /** What a check may cost on an event loop. */
  public static Budget small(Deadline deadline) {
    return new Budget(deadline, SMALL, tooComplex());
  }

  /** What the check of a small part of a request may cost on an event loop. */
  public static Budget medium(Deadline deadline) {
    return new Budget(deadline, MEDIUM, tooComplex());
  }

  /** What a check may cost on a worker thread. */
  public static Budget large(Deadline deadline) {
    return new Budget(deadline, LARGE, tooComplex());
  }

  /** What the check of one of many rows may cost, on a worker thread. */
  public static Budget row(Deadline deadline, int bytes) {
    return new Budget(deadline, MEDIUM + (long) bytes * STEPS_OF_A_BYTE, tooComplex());
  }

  /**
   * The violations of a whole entity, without system fields.
   *
   * @throws FailureException when the check would cost more than the budget has
   */
  public Violations check(JsonNode entity, Budget budget) {
    return violations(complete, entity, budget);
  }

  /** The same for an entity that may still lack what is required. */
  public Violations checkIncomplete(JsonNode entity, Budget budget) {
    return violations(partial(), entity, budget);
  }

  /** Whether {@link #checkIncomplete} has nothing left to compile. */
  public boolean isPartialCompiled() {
    return partial != null;
  }

  /** Compiles what {@link #checkIncomplete} needs, unless that is done. */
  public void compilePartial() {
    partial();
  }

  private CompiledSchema partial() {
    CompiledSchema ready = partial;
    if (ready == null) {
      ready = compile(definition, true);
      partial = ready;
    }
    return ready;
  }

  private static CompiledSchema compile(JsonNode definition, boolean mayLackMembers) {
    try {
      return SchemaCompiler.compile(definition, mayLackMembers);
    } catch (RuntimeException e) {
      LOG.atWarn().addKeyValue("reason", e.getMessage()).log("a published schema does not compile");
      throw FailureException.of(
          FailureKind.UNPROCESSABLE,
          "registry.type.unusable",
          "The schema of the type cannot be used; publish a mended one.");
    }
  }

  private static Violations violations(CompiledSchema schema, JsonNode entity, Budget budget) {
    Violations found = new Violations();
    try {
      schema.check(entity, JsonLocation.ROOT, new Validation(budget, found));
    } catch (StackOverflowError tooDeep) {
      throw tooComplex().exception();
    }
    return found;
  }

  static Failure tooComplex() {
    return Failure.of(
        FailureKind.INVALID,
        TOO_COMPLEX,
        "The entity takes too long to check against its schema; send a smaller or flatter one, or"
            + " have the schema's alternatives simplified.");
  }

  /** Whether a check exceeded its budget. */
  public static boolean isTooComplex(Throwable cause) {
    return FailureException.hasCode(cause, TOO_COMPLEX);
  }
}
