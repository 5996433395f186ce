package org.attestry.registry.domain.stored;

import java.util.Objects;

/**
 * The credential of an entity's content.
 *
 * @param id the credential's {@code id}; null where no credential is valid
 * @param json the signed credential; empty when it was revoked, null when there never was one
 */
public record Credential(String id, String json) {

  public static final Credential NONE = new Credential(null, null);
  public static final Credential REVOKED = new Credential(null, "");

  /** Whether there is a credential and it is not revoked. */
  public boolean holds() {
    return id != null;
  }

  /** Whether both are the same signed credential, or none. */
  public boolean isSame(Credential other) {
    return Objects.equals(id, other.id) && Objects.equals(json, other.json);
  }
}
