package org.attestry.contracts.schema;

import java.util.List;
import org.attestry.contracts.Violation;

/**
 * The result of validating stored entities against a changed definition.
 *
 * @param type the type's name
 * @param stored how many entities of the type are stored
 * @param checked how many of them were checked before the deadline
 * @param breaking how many of those would be invalid
 * @param ids of the first of these, three at the most
 * @param violations their violations, each place and rule once, ten at the most; {@code *} in a
 *     pointer stands for any item of an array
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
