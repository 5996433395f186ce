package org.attestry.contracts.registry;

import java.util.UUID;
import org.attestry.contracts.FactType;
import org.attestry.contracts.JsonBytes;

/** The facts that registry-service publishes. The subject is the entity's osid. */
public final class RegistryFacts {

  public static final FactType<EntityCreated> ENTITY_CREATED =
      FactType.of("registry", EntityCreated.class);

  /** A record of a former system was adopted, or adopted again with other content. */
  public static final FactType<EntityAdopted> ENTITY_ADOPTED =
      FactType.of("registry", EntityAdopted.class);

  public static final FactType<EntityChanged> ENTITY_CHANGED =
      FactType.of("registry", EntityChanged.class);

  public static final FactType<EntityDeleted> ENTITY_DELETED =
      FactType.of("registry", EntityDeleted.class);

  public static final FactType<AttestationRaised> ATTESTATION_RAISED =
      FactType.of("registry", AttestationRaised.class);

  public static final FactType<EndedAttestation> ATTESTATION_GRANTED =
      FactType.of("registry", "AttestationGranted", EndedAttestation.class);

  public static final FactType<EndedAttestation> ATTESTATION_REJECTED =
      FactType.of("registry", "AttestationRejected", EndedAttestation.class);

  public static final FactType<EndedAttestation> ATTESTATION_WITHDRAWN =
      FactType.of("registry", "AttestationWithdrawn", EndedAttestation.class);

  public static final FactType<EndedAttestation> ATTESTATION_EXPIRED =
      FactType.of("registry", "AttestationExpired", EndedAttestation.class);

  /** One of several attestors whom the policy requires has granted; others must follow. */
  public static final FactType<AddedGrant> GRANT_ADDED =
      FactType.of("registry", "GrantAdded", AddedGrant.class);

  public static final FactType<CredentialWithdrawn> CREDENTIAL_WITHDRAWN =
      FactType.of("registry", CredentialWithdrawn.class);

  public static final FactType<CredentialSuspended> CREDENTIAL_SUSPENDED =
      FactType.of("registry", CredentialSuspended.class);

  public static final FactType<CredentialReinstated> CREDENTIAL_REINSTATED =
      FactType.of("registry", CredentialReinstated.class);

  public static final FactType<OwnershipEnded> OWNERSHIP_ENDED =
      FactType.of("registry", OwnershipEnded.class);

  private RegistryFacts() {}

  /**
   * @param entity the entity's public view
   */
  public record EntityCreated(String type, String osid, long version, JsonBytes entity) {}

  /**
   * A record of a former system as it is stored now.
   *
   * @param from what the former system is called
   * @param entity the entity's public view
   * @param deleted whether it is deleted; {@code EntityDeleted} follows then
   * @param openClaims whether claims about the entity are open
   */
  public record EntityAdopted(
      String type,
      String osid,
      long version,
      String from,
      JsonBytes entity,
      boolean deleted,
      boolean openClaims) {}

  /**
   * @param entity the entity's public view after the change
   * @param openClaims whether claims about the entity are open after the change; null if not known
   */
  public record EntityChanged(
      String type, String osid, long version, JsonBytes entity, Boolean openClaims) {}

  /**
   * A user is no longer an owner of an entity that still exists. The copies of its credentials that
   * were made for owners end; the credentials stay.
   *
   * @param userId the caller whose request changed the owners
   */
  public record OwnershipEnded(String type, String osid, String userId) {}

  /**
   * An owner requested an attestation. The attested values may be private and are not in the fact:
   * claims-service reads them with {@link AttestationOperations#READ_ATTESTATION}.
   *
   * @param claimId the id that the claim will have
   * @param type the entity's type
   * @param osid the entity's id
   */
  public record AttestationRaised(String claimId, String type, String osid) {}

  /**
   * An attestation that no longer waits for a decision: it was granted or rejected, its owner
   * withdrew it, an attested value changed, or it expired.
   *
   * @param type the requester's entity type
   * @param osid the requester's entity
   * @param attempt the id of the request that decided or withdrew the attestation, or null
   * @param userId the caller whose request ended the attestation, or null
   */
  public record EndedAttestation(
      String claimId, String type, String osid, UUID attempt, String userId) {}

  /**
   * A grant after which the attestation still waits for grants of other attestors.
   *
   * @param type the requester's entity type
   * @param osid the requester's entity
   * @param attempt the request that granted
   * @param userId the attestor
   */
  public record AddedGrant(String claimId, String type, String osid, UUID attempt, String userId) {}
}
