package org.attestry.registry.stored;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.attestry.registry.attestation.Attestation;
import org.attestry.runtime.identifier.Sha256;

/**
 * A credential that an entity holds. Several credentials may have the same id, if their templates
 * set it.
 *
 * @param digest the SHA-256 digest of the credential's text, in lower-case hex
 */
public record HeldCredential(String id, String digest) {

  /** Returns the valid credential of an entity's content. */
  public static Optional<HeldCredential> ofContent(StoredEntity entity) {
    return of(entity.credential().id(), entity.credential().json());
  }

  /** Returns the credential of the attestation that is in force. */
  public static Optional<HeldCredential> of(Attestation attestation) {
    return attestation.inForce().flatMap(one -> of(one.credentialId(), one.attestedData()));
  }

  /** Returns the credentials of an entity and of its attestations; none if the entity is null. */
  public static Set<HeldCredential> allOf(StoredEntity entity) {
    Set<HeldCredential> all = new LinkedHashSet<>();
    if (entity != null) {
      ofContent(entity).ifPresent(all::add);
      entity.attestations().forEach(one -> of(one).ifPresent(all::add));
    }
    return all;
  }

  private static Optional<HeldCredential> of(String id, String text) {
    return id == null ? Optional.empty() : Optional.of(new HeldCredential(id, Sha256.hex(text)));
  }
}
