package org.attestry.registry.domain.search;

import java.util.Optional;
import java.util.stream.Stream;

/** The service's fields that can be searched and sorted by. */
public enum SystemField {
  OSID("osid", Type.ID),
  OWNER("osOwner", Type.TEXT),
  CREATED_AT("osCreatedAt", Type.TIME),
  UPDATED_AT("osUpdatedAt", Type.TIME),
  CREATED_BY("osCreatedBy", Type.TEXT),
  UPDATED_BY("osUpdatedBy", Type.TEXT);

  /** The type of its values. */
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
