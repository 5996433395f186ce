package org.attestry.registry.domain.owners;

import io.vertx.core.Future;

/** Who owns what. */
@FunctionalInterface
public interface Ownership {

  /** Whether a user owns an entity of the type that is not deleted; none of a type that is gone. */
  Future<Boolean> owns(String userId, String type);
}
