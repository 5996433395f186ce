package org.attestry.registry.stored;

import java.util.Objects;
import org.attestry.registry.status.CredentialStatus;

/**
 * The credential of an entity's content.
 *
 * @param id the credential's {@code id}; null if no credential is valid
 * @param json the signed credential; empty if the credential was revoked, null if there never was
 *     one
 * @param due whether the current content is yet to be signed; until then, a valid credential is one
 *     of former content
 * @param status the last change of its status that somebody requested; null for none
 */
public record Credential(String id, String json, boolean due, CredentialStatus status) {

  public static final Credential NONE = new Credential(null, null, false, null);

  /** No credential is signed yet; one is due. */
  public static final Credential DUE = new Credential(null, null, true, null);

  /** A signed credential. */
  public Credential(String id, String json) {
    this(id, json, false, null);
  }

  /** Whether there is a credential and it is not revoked. */
  public boolean holds() {
    return id != null;
  }

  /**
   * Returns this credential as the successor of a former one, whose suspension it keeps. If this
   * credential is due, the former one stays valid until this one is signed.
   */
  public Credential replacing(Credential former) {
    return due
        ? new Credential(former.id, former.json, true, former.status)
        : new Credential(id, json, false, CredentialStatus.kept(former.status));
  }

  /** Returns the state without a valid or due credential; the next one keeps a suspension. */
  public Credential ended() {
    return new Credential(
        null, holds() ? "" : json, false, holds() ? CredentialStatus.kept(status) : status);
  }

  /** Returns the state after a revocation that somebody requested. */
  public Credential revoked(CredentialStatus revocation) {
    return new Credential(null, "", false, revocation);
  }

  /** Returns the same credential with another status. */
  public Credential with(CredentialStatus changed) {
    return new Credential(id, json, due, changed);
  }

  /** Whether both are the same signed credential, or none. */
  public boolean isSame(Credential other) {
    return Objects.equals(id, other.id) && Objects.equals(json, other.json);
  }
}
