package org.attestry.registry.domain.credential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.registry.domain.stored.Credential;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;

/** An entity of a type with a credential template is signed whenever it is complete. */
public final class EntitySigning {

  private final CredentialIssuer issuer;

  public EntitySigning(CredentialIssuer issuer) {
    this.issuer = issuer;
  }

  /**
   * The entity with the credential of its present content; without one where there is none to have.
   */
  public Future<StoredEntity> sign(PublishedType type, StoredEntity entity, CallContext context) {
    JsonBytes template = type.config().credentialTemplate();
    if (template == null || !entity.complete()) {
      return Future.succeededFuture(
          entity.credential().holds() ? entity.withCredential(Credential.REVOKED) : entity);
    }
    ObjectNode data = entity.body().deepCopy();
    data.put("osid", entity.osid());
    return issuer
        .issue(type.name(), entity.osid(), null, template, data, context)
        .map(entity::withCredential);
  }
}
