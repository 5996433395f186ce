package org.attestry.registry.domain.entity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.registry.domain.idempotency.RequestAttempt;
import org.attestry.registry.domain.types.PublishedType;

/**
 * A new entity, checked and not stored yet.
 *
 * @param operation the use case's name, for the history
 * @param complete whether nothing that the type requires is missing
 * @param owners user ids of who owns it besides the users that the body names
 */
record NewEntity(
    String operation,
    PublishedType type,
    ObjectNode body,
    boolean complete,
    List<String> owners,
    RequestAttempt attempt,
    CallContext context) {}
