package org.attestry.registry.domain;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;

/** Signs what the registry stands behind. */
public interface CredentialIssuer {

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

  /**
   * @param id the credential's {@code id}; null where there is none that holds
   * @param json the signed credential; empty when it was revoked, null when there never was one
   */
  record Credential(String id, String json) {

    public static final Credential NONE = new Credential(null, null);
    public static final Credential REVOKED = new Credential(null, "");

    /** Whether there is one that holds. */
    public boolean holds() {
      return id != null;
    }
  }
}
