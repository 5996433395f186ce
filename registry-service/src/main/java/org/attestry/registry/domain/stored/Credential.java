package org.attestry.registry.domain.stored;

import java.util.Objects;

/**
 * The credential of an entity's content.
 *
 * @param id the credential's {@code id}; null where no credential is valid
 * @param json the signed credential; empty when it was revoked, null when there never was one
 * @param due whether the content as it is now is yet to be signed; what is valid until then is of
 *     former content
 */
public record Credential(String id, String json, boolean due) {

  public static final Credential NONE = new Credential(null, null, false);
  public static final Credential REVOKED = new Credential(null, "", false);

  /** Nothing is signed yet; it will be. */
  public static final Credential DUE = new Credential(null, null, true);

  /** A signed credential. */
  public Credential(String id, String json) {
    this(id, json, false);
  }

  /** Whether there is a credential and it is not revoked. */
  public boolean holds() {
    return id != null;
  }

  /** This one instead of a former one, which stays until what is due is signed. */
  public Credential replacing(Credential former) {
    return due ? new Credential(former.id, former.json, true) : this;
  }

  /** Without a valid credential, and without one that is due. */
  public Credential ended() {
    return holds() ? REVOKED : new Credential(null, json, false);
  }

  /** Whether both are the same signed credential, or none. */
  public boolean isSame(Credential other) {
    return Objects.equals(id, other.id) && Objects.equals(json, other.json);
  }
}
