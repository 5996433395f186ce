package org.attestry.registry.validation;

import com.fasterxml.jackson.databind.JsonNode;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.JsonLocation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The compiled definition of a type (JSON Schema draft-07, formats asserted). Nothing is ever
 * fetched: a reference to another document does not compile. Every step of a check is deducted from
 * a {@link Budget}, and the violations take bounded memory. Thread-safe.
 */
public final class EntityValidator {

  private static final Logger LOG = LoggerFactory.getLogger(EntityValidator.class);

  private static final String TOO_COMPLEX = "registry.entity.too-complex";

  /** Steps that take one or two milliseconds. */
  private static final long SMALL = 20_000;

  /** Steps that take some tenths of a second; a megabyte of numbers needs a third of them. */
  private static final long LARGE = 5_000_000;

  /**
   * Steps that take some ten milliseconds. A row among many gets as many, plus steps for its size.
   */
  private static final long MEDIUM = 200_000;

  private static final int STEPS_OF_A_BYTE = 20;

  private final JsonNode definition;
  private final CompiledSchema complete;

  /** The schema for incomplete entities, compiled at first use: most types never have one. */
  private volatile CompiledSchema partial;

  /**
   * @throws FailureException UNPROCESSABLE if the definition does not compile
   */
  public EntityValidator(JsonNode definition) {
    this.definition = definition;
    this.complete = compile(definition, false);
  }

  /** Returns the budget of a check on an event loop. */
  public static Budget small(Deadline deadline) {
    return new Budget(deadline, SMALL, tooComplex());
  }

  /** Returns the budget for checking a small part of a request on an event loop. */
  public static Budget medium(Deadline deadline) {
    return new Budget(deadline, MEDIUM, tooComplex());
  }

  /** Returns the budget of a check on a worker thread. */
  public static Budget large(Deadline deadline) {
    return new Budget(deadline, LARGE, tooComplex());
  }

  /** Returns the budget for checking one of many rows on a worker thread. */
  public static Budget row(Deadline deadline, int bytes) {
    return new Budget(deadline, MEDIUM + (long) bytes * STEPS_OF_A_BYTE, tooComplex());
  }

  /**
   * Returns the violations of an entity that must be complete. The entity is passed without system
   * fields.
   *
   * @throws FailureException if the check would exceed the budget
   */
  public Violations check(JsonNode entity, Budget budget) {
    return violations(complete, entity, budget);
  }

  /** Returns the violations of an entity that may still lack required members. */
  public Violations checkIncomplete(JsonNode entity, Budget budget) {
    return violations(partial(), entity, budget);
  }

  /** Whether {@link #checkIncomplete} has nothing left to compile. */
  public boolean isPartialCompiled() {
    return partial != null;
  }

  /** Compiles the schema for {@link #checkIncomplete}, unless it is compiled already. */
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
