package org.attestry.registry.store;

import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * The limits of what is written, or read, at once.
 *
 * @param pageBytes the most bytes of entities, or of changes of one, that a page has
 * @param entityBytes the largest entity with its attestations
 */
public record StoreLimits(int pageBytes, int entityBytes) {

  /** For an entity that would be larger. */
  FailureException tooLarge() {
    String message =
        "The entity would have more than %d bytes with its attestations; keep less in it."
            .formatted(entityBytes);
    return FailureException.of(FailureKind.TOO_LARGE, "registry.entity.too-large", message);
  }
}
