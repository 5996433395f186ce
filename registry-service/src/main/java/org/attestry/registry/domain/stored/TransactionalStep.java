package org.attestry.registry.domain.stored;

import java.util.List;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.idempotency.KeyedRequests.RequestAttempt;
import org.attestry.runtime.json.Json;

/** A step in the transaction that writes an entity. The transaction fails if the step does. */
public sealed interface TransactionalStep {

  /** The step that stores the reply together with the effect; none for a request without a key. */
  static List<TransactionalStep> storing(RequestAttempt attempt, Object reply) {
    return attempt.keyed() ? List.of(new ReplyStored(attempt.id(), Json.write(reply))) : List.of();
  }

  /**
   * Stores the reply to a request under an {@code Idempotency-Key}; of several attempts only one
   * can.
   */
  record ReplyStored(UUID attempt, JsonBytes reply) implements TransactionalStep {}

  /**
   * Marks the users of a new entity as used; the entity is not stored if they were removed
   * meanwhile.
   *
   * @param linked user ids of accounts that existed before: a background job gives them the type's
   *     role
   * @param withoutPassword user ids of accounts without a password: a background job sends them a
   *     mail
   */
  record OwnersProvided(UUID entity, String type, List<String> linked, List<String> withoutPassword)
      implements TransactionalStep {

    public OwnersProvided {
      linked = List.copyOf(linked);
      withoutPassword = List.copyOf(withoutPassword);
    }
  }

  /**
   * Notes the owners of a deleted entity: a background job takes the role from those who own no
   * other entity of the type.
   *
   * @param owners user ids
   */
  record OwnersReleased(UUID entity, String type, List<String> owners)
      implements TransactionalStep {

    public OwnersReleased {
      owners = List.copyOf(owners);
    }
  }
}
