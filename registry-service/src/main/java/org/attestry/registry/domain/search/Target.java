package org.attestry.registry.domain.search;

import org.attestry.contracts.FieldPath;

/** The part of an entity that is compared or sorted by. */
public sealed interface Target {

  /**
   * @param path member names from the entity, or from the array item that is compared; empty for
   *     that item itself
   */
  record Property(FieldPath path) implements Target {}

  record System(SystemField field) implements Target {}

  /** The state of an attestable property: {@code _osState/{property}}. */
  record State(String property) implements Target {}
}
