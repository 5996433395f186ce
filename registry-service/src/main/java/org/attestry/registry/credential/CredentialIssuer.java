package org.attestry.registry.credential;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.time.Instant;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.Suspension;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.stored.Credential;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;

/** Signs credentials. */
@FunctionalInterface
public interface CredentialIssuer {

  /** Defers signing to {@link SignDue}, so that a write does not wait for the signer. */
  CredentialIssuer LATER =
      (subject, template, data, context) -> Future.succeededFuture(Credential.DUE);

  /**
   * Issues a credential.
   *
   * @param template a JSON-LD template
   * @param data the values that fill the template
   * @return fails with UNAVAILABLE if nothing can be signed now
   */
  Future<Credential> issue(Subject subject, JsonBytes template, JsonNode data, CallContext context);

  /**
   * The subject of a credential.
   *
   * @param policy the attestation policy, or null for a credential of the entity itself
   * @param suspension under which it is issued, or null
   */
  record Subject(String type, String osid, String policy, Suspension suspension) {

    /**
     * @param status of the former credential, or null
     */
    static Subject of(
        PublishedType type, StoredEntity entity, String policy, CredentialStatus status) {
      Suspension suspension =
          CredentialStatus.suspension(status, Instant.now())
              .map(kept -> new Suspension(entity.version(), kept.until()))
              .orElse(null);
      return new Subject(type.name(), entity.osid(), policy, suspension);
    }
  }
}
