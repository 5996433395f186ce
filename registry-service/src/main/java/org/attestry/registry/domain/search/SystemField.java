package org.attestry.registry.domain.search;

import java.util.Optional;
import java.util.stream.Stream;

/** The service's fields that can be searched by. */
public enum SystemField {
  OSID("osid"),
  OWNER("osOwner"),
  CREATED_AT("osCreatedAt"),
  UPDATED_AT("osUpdatedAt"),
  CREATED_BY("osCreatedBy"),
  UPDATED_BY("osUpdatedBy");

  private final String shown;

  SystemField(String shown) {
    this.shown = shown;
  }

  public String shown() {
    return shown;
  }

  static Optional<SystemField> named(String name) {
    return Stream.of(values()).filter(field -> field.shown.equals(name)).findFirst();
  }
}
