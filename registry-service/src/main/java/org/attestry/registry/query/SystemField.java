package org.attestry.registry.query;

import java.util.Optional;
import java.util.stream.Stream;

/** The system fields by which a search can filter and sort. */
public enum SystemField {
  OSID("osid", Type.ID),
  OWNER("osOwner", Type.TEXT),
  CREATED_AT("osCreatedAt", Type.TIME),
  UPDATED_AT("osUpdatedAt", Type.TIME),
  CREATED_BY("osCreatedBy", Type.TEXT),
  UPDATED_BY("osUpdatedBy", Type.TEXT);

  /** The type of a field's values. */
  public enum Type {
    ID,
    TIME,
    TEXT
  }

  private final String shown;
  private final Type type;

  SystemField(String shown, Type type) {
    this.shown = shown;
    this.type = type;
  }

  public String shown() {
    return shown;
  }

  public Type type() {
    return type;
  }

  static Optional<SystemField> named(String name) {
    return Stream.of(values()).filter(field -> field.shown.equals(name)).findFirst();
  }
}
