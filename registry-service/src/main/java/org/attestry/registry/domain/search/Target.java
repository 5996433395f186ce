package org.attestry.registry.domain.search;

import org.attestry.contracts.FieldPath;

/** What of an entity is compared or sorted by. */
public sealed interface Target {

  /**
   * @param path member names from the entity, or from the item of the array that the comparison is
   *     asked of; empty for that item itself
   */
  record Property(FieldPath path) implements Target {}

  record System(SystemField field) implements Target {}

  /** The state of an attestable property: {@code _osState/{property}}. */
  record State(String property) implements Target {}
}
