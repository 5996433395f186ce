package org.attestry.registry.domain.stored;

import java.util.List;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;

/** What is committed together with a write of an entity, or keeps it from being committed. */
public sealed interface TransactionalStep {

  /** The answer to a request under an {@code Idempotency-Key}; only the latest attempt has one. */
  record Answered(UUID attempt, JsonBytes answer) implements TransactionalStep {}

  /**
   * The users that a new entity names are there; it is not stored if they were taken back
   * meanwhile.
   *
   * @param linked user ids of accounts that were there before: they get the type's role next
   * @param withoutPassword user ids of accounts whose users are asked for a password next
   */
  record OwnersProvided(UUID entity, String type, List<String> linked, List<String> withoutPassword)
      implements TransactionalStep {

    public OwnersProvided {
      linked = List.copyOf(linked);
      withoutPassword = List.copyOf(withoutPassword);
    }
  }

  /**
   * The entity is deleted: who owns no other one of the type loses its role next.
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
