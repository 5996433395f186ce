package org.attestry.registry.domain.idempotency;

import java.util.List;
import java.util.UUID;
import org.attestry.registry.domain.stored.TransactionalStep;
import org.attestry.runtime.json.Json;

/**
 * One attempt at a request. Only the latest attempt may commit an effect.
 *
 * @param id null where the request has no {@code Idempotency-Key}
 */
public record RequestAttempt(UUID id) {

  /** A request without a key. */
  public static final RequestAttempt NONE = new RequestAttempt(null);

  /** The step that stores the reply together with the effect; none without a key. */
  public List<TransactionalStep> storing(Object reply) {
    return id == null
        ? List.of()
        : List.of(new TransactionalStep.ReplyStored(id, Json.write(reply)));
  }
}
