package org.attestry.registry.query;

import java.util.List;
import org.attestry.contracts.FieldPath;

/** The part of an entity that is compared or sorted by. */
public sealed interface Target {

  /**
   * @param path member names from the entity, or from the array item that is compared; empty for
   *     that item itself
   */
  record Property(FieldPath path) implements Target {}

  record System(SystemField field) implements Target {}

  /** A member of the attestation record that is compared. */
  record Record(RecordField field) implements Target {}

  /**
   * The state of an attestable property: {@code _osState/{property}}.
   *
   * @param policies the policies that attest the property; beside one of their records that the
   *     caller sees, a property that was not sent by itself has no state
   * @param withheld whether the caller sees records that are not public
   */
  record State(String property, List<String> policies, boolean withheld) implements Target {}
}
