package org.attestry.credential.offer;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationOperations.CredentialOwners;
import org.attestry.contracts.registry.AttestationOperations.CurrentCredential;
import org.attestry.contracts.registry.AttestationOperations.OfferedCredential;
import org.attestry.contracts.registry.AttestationOperations.OwnCredentials;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.runtime.identifier.Sha256;

/** Requests to registry-service, which decides who may offer a credential, and knows its owners. */
public interface OfferedCredentials {

  /**
   * Fails like registry-service if the caller may not offer the credential.
   *
   * @param policy null for the entity's own credential
   * @param attestationId null without a policy
   */
  Future<OfferedCredential> read(
      String type, String id, String policy, String attestationId, CallContext context);

  Future<CredentialOwners> owners(Issued issued, CallContext context);

  /** Returns the credential that the record or attestation of an offer has now. */
  Future<CurrentCredential> current(Offer offer, CallContext context);

  /**
   * Returns the caller's own records, or attestations of them, that have a credential or get one.
   */
  Future<OwnCredentials> own(String type, String policy, CallContext context);

  /** Returns a digest of the owners that does not depend on their order. */
  static String hash(List<String> owners) {
    return Sha256.hex(String.join("\n", owners.stream().sorted().toList()));
  }
}
