package org.attestry.registry.credential;

import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.status.CredentialStatus.Change;
import org.attestry.registry.stored.Credential;
import org.attestry.registry.stored.HeldCredential;
import org.attestry.registry.stored.StoredEntity;

/** Entities after a change of the status of their credentials. */
public final class StatusChanges {

  private StatusChanges() {}

  /**
   * Returns the entity with the changed status of an attestation's credential. A credential that is
   * due is revoked before it is signed. A suspension that applies to the next credential can be
   * ended before there is one.
   *
   * @throws FailureException CONFLICT if there is no credential
   */
  static StoredEntity of(StoredEntity before, Attestation attestation, CredentialStatus status) {
    boolean holds = HeldCredential.of(attestation).isPresent();
    if (status.change() == Change.REVOKED) {
      requireRevocable(
          isRevocable(attestation),
          attestation.inForce().orElse(attestation).credentialRevoked(),
          "The attestation");
      return before.withAttestations(
          Attestations.revoke(before.attestations(), attestation, status));
    }
    requireChangeable(holds, attestation.status(), status, "attestation");
    return before.withAttestations(Attestations.change(before.attestations(), attestation, status));
  }

  /**
   * Returns the entity with the changed status of the credential of its content, by the same rules.
   */
  static StoredEntity of(StoredEntity before, CredentialStatus status) {
    Credential credential = before.credential();
    if (status.change() == Change.REVOKED) {
      requireRevocable(
          credential.holds() || credential.due(), credential.json() != null, "The entity");
      return before.withCredential(credential.revoked(status));
    }
    requireChangeable(credential.holds(), credential.status(), status, "entity");
    return before.withCredential(credential.with(status));
  }

  /**
   * Returns the entity with the credentials of all attestations of a policy revoked.
   *
   * @param policy null for the credential of the content
   */
  public static StoredEntity revokeAll(
      StoredEntity before, String policy, CredentialStatus revocation) {
    if (policy == null) {
      return of(before, revocation);
    }
    StoredEntity after = before;
    for (Attestation one : List.copyOf(before.attestations())) {
      if (one.policy().equals(policy) && isRevocable(one)) {
        after = of(after, one, revocation);
      }
    }
    return after;
  }

  private static boolean isRevocable(Attestation attestation) {
    return HeldCredential.of(attestation).isPresent() || attestation.due().isPresent();
  }

  private static void requireRevocable(boolean holds, boolean revoked, String what) {
    if (!holds) {
      throw revoked ? alreadyRevoked() : none(what + " has no credential.");
    }
  }

  private static void requireChangeable(
      boolean holds, CredentialStatus before, CredentialStatus wanted, String what) {
    boolean waits = CredentialStatus.kept(before) != null;
    if (!holds && !(waits && wanted.change() == Change.REINSTATED)) {
      throw none("The %s has no credential that is valid.".formatted(what));
    }
  }

  private static FailureException none(String message) {
    return FailureException.conflict("registry.credential.none", message);
  }

  private static FailureException alreadyRevoked() {
    return FailureException.conflict(
        "registry.credential.already-revoked", "Credential is already revoked");
  }
}
