package org.attestry.registry.credential;

import static org.attestry.contracts.registry.AttestationOperations.FIND_HELD_CREDENTIALS;
import static org.attestry.contracts.registry.AttestationOperations.READ_CREDENTIAL_OWNERS;
import static org.attestry.contracts.registry.AttestationOperations.READ_CURRENT_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.REINSTATE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.REVOKE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.SUSPEND_CREDENTIAL;

import org.attestry.registry.Shared;
import org.attestry.registry.claim.Attestors;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** The credentials of entities, and their status. */
public record CredentialModule(Shared shared, Attestors attestors) implements ServiceModule {

  /** Creates what issues credentials as the settings say: at once, or soon. */
  public static EntityCredentials credentials(Shared shared) {
    return credentials(shared, shared.config().signing());
  }

  private static EntityCredentials credentials(Shared shared, SigningMode signing) {
    return new EntityCredentials(
        shared.stores().entities(), signing, shared.client(), shared.resources().validation());
  }

  /** Creates what signs due credentials. */
  public static SignDue signDue(Shared shared) {
    return new SignDue(
        shared.types(),
        shared.stores().entities(),
        shared.changes(),
        credentials(shared, SigningMode.IMMEDIATE),
        shared.stores().dueCredentials());
  }

  @Override
  public void bind(BusServer server) {
    ChangeCredentialStatus status =
        new ChangeCredentialStatus(
            shared.types(),
            shared.requests(),
            shared.changes(),
            shared.notifier(),
            attestors::require);
    FindHeldCredentials held = new FindHeldCredentials(shared.types(), shared.stores().entities());
    server
        .bind(REVOKE_CREDENTIAL, status::revokeCredential)
        .bind(SUSPEND_CREDENTIAL, status::suspendCredential)
        .bind(REINSTATE_CREDENTIAL, status::reinstateCredential)
        .bind(FIND_HELD_CREDENTIALS, held::findHeldCredentials)
        .bind(READ_CREDENTIAL_OWNERS, held::readCredentialOwners)
        .bind(READ_CURRENT_CREDENTIAL, held::readCurrentCredential);
  }
}
