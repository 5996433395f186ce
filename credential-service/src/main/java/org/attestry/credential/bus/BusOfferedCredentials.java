package org.attestry.credential.bus;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.CredentialOwners;
import org.attestry.contracts.registry.AttestationOperations.CurrentCredential;
import org.attestry.contracts.registry.AttestationOperations.FindOwnCredentialsRequest;
import org.attestry.contracts.registry.AttestationOperations.OfferedCredential;
import org.attestry.contracts.registry.AttestationOperations.OwnCredentials;
import org.attestry.contracts.registry.AttestationOperations.ReadCredentialOwnersRequest;
import org.attestry.contracts.registry.AttestationOperations.ReadCurrentCredentialRequest;
import org.attestry.contracts.registry.AttestationOperations.ReadOfferedCredentialRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.credential.offer.Offer;
import org.attestry.credential.offer.OfferedCredentials;
import org.attestry.runtime.bus.BusClient;

/** Registry-service over the bus. */
public record BusOfferedCredentials(BusClient bus) implements OfferedCredentials {

  @Override
  public Future<OfferedCredential> read(
      String type, String id, String policy, String attestationId, CallContext context) {
    return bus.request(
        AttestationOperations.READ_OFFERED_CREDENTIAL,
        new ReadOfferedCredentialRequest(type, id, policy, attestationId),
        context);
  }

  @Override
  public Future<CredentialOwners> owners(Issued issued, CallContext context) {
    return bus.request(
        AttestationOperations.READ_CREDENTIAL_OWNERS,
        new ReadCredentialOwnersRequest(issued),
        context);
  }

  @Override
  public Future<CurrentCredential> current(Offer offer, CallContext context) {
    return bus.request(
        AttestationOperations.READ_CURRENT_CREDENTIAL,
        new ReadCurrentCredentialRequest(
            offer.entityType(), offer.entityId(), offer.policy(), offer.attestationId()),
        context);
  }

  @Override
  public Future<OwnCredentials> own(String type, String policy, CallContext context) {
    return bus.request(
        AttestationOperations.FIND_OWN_CREDENTIALS,
        new FindOwnCredentialsRequest(type, policy),
        context);
  }
}
