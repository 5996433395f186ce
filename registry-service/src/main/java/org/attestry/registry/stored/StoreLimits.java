package org.attestry.registry.stored;

import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * The size limits of single writes and reads.
 *
 * @param pageBytes the maximum number of bytes of entities, or of changes of one entity, in a page
 * @param entityBytes the maximum size of an entity with its attestations, as they are {@linkplain
 *     org.attestry.registry.attestation.Attestation#counted counted}
 */
public record StoreLimits(int pageBytes, int entityBytes) {

  /** Returns the failure for an entity that would be larger. */
  public FailureException tooLarge() {
    String message =
        "The entity would have more than %d bytes with its attestations; keep less in it."
            .formatted(entityBytes);
    return FailureException.of(FailureKind.TOO_LARGE, "registry.entity.too-large", message);
  }
}
