package org.attestry.contracts.schema;

import java.util.List;
import org.attestry.contracts.Violation;

/**
 * The result of validating stored entities against a changed definition.
 *
 * @param type the type's name
 * @param stored the number of stored entities of the type
 * @param checked the number of entities that were checked before the deadline
 * @param breaking the number of checked entities that would be invalid
 * @param ids the osids of the first invalid entities, at most three
 * @param violations the violations of the invalid entities, at most ten, each combination of
 *     pointer and rule once; {@code *} in a pointer stands for any item of an array
 */
public record CheckedEntities(
    String type,
    long stored,
    long checked,
    long breaking,
    List<String> ids,
    List<Violation> violations) {

  public CheckedEntities {
    ids = List.copyOf(ids);
    violations = List.copyOf(violations);
  }

  /** Whether all stored entities were checked. */
  public boolean complete() {
    return checked >= stored;
  }
}
