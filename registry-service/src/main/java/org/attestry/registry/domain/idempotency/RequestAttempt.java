package org.attestry.registry.domain.idempotency;

import java.util.List;
import java.util.UUID;
import org.attestry.registry.domain.stored.TransactionalStep;
import org.attestry.runtime.json.Json;

/**
 * One try at a request, which alone may commit an effect of it.
 *
 * @param id null where the request has no {@code Idempotency-Key}
 */
public record RequestAttempt(UUID id) {

  /** A request without a key. */
  public static final RequestAttempt NONE = new RequestAttempt(null);

  /** The step that stores the reply together with the effect; none without a key. */
  public List<TransactionalStep> storing(Object reply) {
    return id == null ? List.of() : List.of(new TransactionalStep.Answered(id, Json.write(reply)));
  }
}
