package org.attestry.registry.domain.stored;

import java.util.Objects;

/**
 * The credential of an entity's content.
 *
 * @param id the credential's {@code id}; null if no credential is valid
 * @param json the signed credential; empty if the credential was revoked, null if there never was
 *     one
 * @param due whether the current content is yet to be signed; until then, a valid credential is one
 *     of former content
 */
public record Credential(String id, String json, boolean due) {

  public static final Credential NONE = new Credential(null, null, false);
  public static final Credential REVOKED = new Credential(null, "", false);

  /** No credential is signed yet; one is due. */
  public static final Credential DUE = new Credential(null, null, true);

  /** A signed credential. */
  public Credential(String id, String json) {
    this(id, json, false);
  }

  /** Whether there is a credential and it is not revoked. */
  public boolean holds() {
    return id != null;
  }

  /**
   * Returns this credential as the successor of a former one. If this credential is due, the former
   * one stays valid until this one is signed.
   */
  public Credential replacing(Credential former) {
    return due ? new Credential(former.id, former.json, true) : this;
  }

  /** Returns the state without a valid or due credential. */
  public Credential ended() {
    return holds() ? REVOKED : new Credential(null, json, false);
  }

  /** Whether both are the same signed credential, or none. */
  public boolean isSame(Credential other) {
    return Objects.equals(id, other.id) && Objects.equals(json, other.json);
  }
}
