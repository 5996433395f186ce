package org.attestry.contracts.schema;

import java.util.List;
import org.attestry.contracts.Violation;

/**
 * What stored entities say of a definition that is not theirs yet.
 *
 * @param type the type's name
 * @param stored how many entities of the type are stored
 * @param checked how many of them were looked at before the time was over
 * @param breaking how many of those would be invalid
 * @param ids of the first of these, three at the most
 * @param violations what they break, each place and rule once, ten at the most; in the pointers
 *     {@code *} stands for any item of an array
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

  /** Whether all that are stored were looked at. */
  public boolean complete() {
    return checked >= stored;
  }
}
