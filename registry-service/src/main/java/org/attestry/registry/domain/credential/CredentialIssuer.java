package org.attestry.registry.domain.credential;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.registry.domain.stored.Credential;

/** Signs credentials. */
@FunctionalInterface
public interface CredentialIssuer {

  /** Defers signing to {@link SignDue}, so that a write does not wait for the signer. */
  CredentialIssuer LATER =
      (type, osid, policy, template, data, context) -> Future.succeededFuture(Credential.DUE);

  /**
   * Issues a credential.
   *
   * @param policy the attestation policy, or null for a credential of the entity itself
   * @param template a JSON-LD template
   * @param data the values that fill the template
   * @return fails with UNAVAILABLE if nothing can be signed now
   */
  Future<Credential> issue(
      String type,
      String osid,
      String policy,
      JsonBytes template,
      JsonNode data,
      CallContext context);
}
