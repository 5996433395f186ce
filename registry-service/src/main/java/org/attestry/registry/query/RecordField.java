package org.attestry.registry.query;

import java.util.Optional;
import java.util.stream.Stream;

/** The members of a policy's attestation records by which a search can filter. */
public enum RecordField {
  /** The state that clients see. */
  STATE("_osState", SystemField.Type.TEXT),
  GRANTED_AT("_osGrantedAt", SystemField.Type.TIME),
  VALID_UNTIL("_osValidUntil", SystemField.Type.TIME);

  private final String shown;
  private final SystemField.Type type;

  RecordField(String shown, SystemField.Type type) {
    this.shown = shown;
    this.type = type;
  }

  public String shown() {
    return shown;
  }

  public SystemField.Type type() {
    return type;
  }

  static Optional<RecordField> named(String name) {
    return Stream.of(values()).filter(field -> field.shown.equals(name)).findFirst();
  }
}
