package org.attestry.registry.stored;

import java.util.List;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.idempotency.KeyedRequests.RequestAttempt;
import org.attestry.runtime.json.Json;

/** A step in the transaction that writes an entity. The transaction fails if the step does. */
public sealed interface TransactionalStep {

  /**
   * Returns the step that stores the reply in the transaction of its effect; none for a request
   * without an idempotency key.
   */
  static List<TransactionalStep> storing(RequestAttempt attempt, Object reply) {
    return attempt.keyed() ? List.of(new ReplyStored(attempt.id(), Json.write(reply))) : List.of();
  }

  /**
   * Stores the reply to a request under an {@code Idempotency-Key}; only one of several attempts
   * succeeds.
   */
  record ReplyStored(UUID attempt, JsonBytes reply) implements TransactionalStep {}

  /**
   * Marks the users of a new entity as used; the entity is not stored if they have been removed.
   *
   * @param linked user ids of existing accounts, to which a background job adds the type's role
   * @param withoutPassword user ids of accounts without a password, to which a background job sends
   *     a mail
   */
  record OwnersProvided(UUID entity, String type, List<String> linked, List<String> withoutPassword)
      implements TransactionalStep {

    public OwnersProvided {
      linked = List.copyOf(linked);
      withoutPassword = List.copyOf(withoutPassword);
    }
  }

  /**
   * Marks a change of an account as wanted; the entity is not stored if it has been undone.
   *
   * @param change the id of the change
   */
  record AccountChanged(UUID change) implements TransactionalStep {}

  /**
   * Records the new owners of a stored entity, so that a background job adds the type's role to
   * their accounts.
   *
   * @param owners user ids
   */
  record OwnersGiven(UUID entity, String type, List<String> owners) implements TransactionalStep {

    public OwnersGiven {
      owners = List.copyOf(owners);
    }
  }

  /**
   * Records the owners of a deleted entity, or those who own it no longer, so that a background job
   * removes the role from those who own no other entity of the type.
   *
   * @param owners user ids
   */
  record OwnersReleased(UUID entity, String type, List<String> owners)
      implements TransactionalStep {

    public OwnersReleased {
      owners = List.copyOf(owners);
    }
  }

  /**
   * Records in a revocation by a filter that the credentials of the entity are revoked; the change
   * fails if another request has recorded it.
   */
  record CredentialsRevoked(UUID revocation, UUID entity) implements TransactionalStep {}
}
