package org.attestry.registry.domain.credential;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.registry.domain.stored.Credential;

/** Signs credentials. */
@FunctionalInterface
public interface CredentialIssuer {

  /** Leaves the signing to {@link SignDue}: a write does not wait for it. */
  CredentialIssuer LATER =
      (type, osid, policy, template, data, context) -> Future.succeededFuture(Credential.DUE);

  /**
   * Issues a credential.
   *
   * @param policy the attestation policy, or null for a credential of the entity itself
   * @param template a JSON-LD template
   * @param data what fills it
   * @return fails UNAVAILABLE when nothing can be signed now
   */
  Future<Credential> issue(
      String type,
      String osid,
      String policy,
      JsonBytes template,
      JsonNode data,
      CallContext context);
}
