package org.attestry.registry.domain.credential;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.domain.attestation.AutomatedAttestations;
import org.attestry.registry.domain.stored.EntityFacts;
import org.attestry.registry.domain.stored.EntityStore;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;

/** The credentials that an entity's content has: its own, and what automated policies grant. */
public final class EntityCredentials {

  private final EntityStore store;
  private final EntitySigning signing;
  private final AttestationSigning attestations;

  public EntityCredentials(
      EntityStore store, EntitySigning signing, AttestationSigning attestations) {
    this.store = store;
    this.signing = signing;
    this.attestations = attestations;
  }

  /**
   * The entity with all of them. If one cannot be issued, those before it are withdrawn.
   *
   * @param stored the entity as it is, or null
   * @param next what is to be stored
   */
  public Future<StoredEntity> issue(
      PublishedType type, StoredEntity stored, StoredEntity next, CallContext context) {
    Future<StoredEntity> issued = signing.sign(type, next, context);
    for (AttestationPolicy policy : type.config().attestationPolicies()) {
      if (AutomatedAttestations.isAutomated(policy)) {
        issued =
            issued.compose(
                before ->
                    attestations
                        .grantIfItHolds(type, policy, before, context)
                        .recover(
                            cause ->
                                withdrawUnused(type, stored, before, context)
                                    .transform(done -> Future.failedFuture(cause))));
      }
    }
    return issued;
  }

  /**
   * Withdraws what was issued for something that was not stored in the end.
   *
   * @param stored the entity as it is, or null
   */
  public Future<Void> withdrawUnused(
      PublishedType type, StoredEntity stored, StoredEntity unused, CallContext context) {
    List<Fact> facts = EntityFacts.ofUnused(type, stored, unused, context);
    return facts.isEmpty() ? Future.succeededFuture() : store.tell(facts);
  }
}
