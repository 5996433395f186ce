package org.attestry.contracts.registry;

import org.attestry.contracts.FactType;

/** The facts that registry-service publishes. The subject is the entity's osid. */
public final class RegistryFacts {

  public static final FactType<EntityCreated> ENTITY_CREATED =
      FactType.of("registry", EntityCreated.class);

  public static final FactType<EntityChanged> ENTITY_CHANGED =
      FactType.of("registry", EntityChanged.class);

  public static final FactType<EntityDeleted> ENTITY_DELETED =
      FactType.of("registry", EntityDeleted.class);

  public static final FactType<AttestationRaised> ATTESTATION_RAISED =
      FactType.of("registry", AttestationRaised.class);

  public static final FactType<AttestationGranted> ATTESTATION_GRANTED =
      FactType.of("registry", AttestationGranted.class);

  public static final FactType<AttestationRejected> ATTESTATION_REJECTED =
      FactType.of("registry", AttestationRejected.class);

  public static final FactType<AttestationWithdrawn> ATTESTATION_WITHDRAWN =
      FactType.of("registry", AttestationWithdrawn.class);

  public static final FactType<CredentialWithdrawn> CREDENTIAL_WITHDRAWN =
      FactType.of("registry", CredentialWithdrawn.class);

  private RegistryFacts() {}
}
