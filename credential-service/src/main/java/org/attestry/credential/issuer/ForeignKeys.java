package org.attestry.credential.issuer;

import io.vertx.core.Future;
import org.attestry.contracts.Deadline;

/** Finds the keys of issuers elsewhere and of holders, which are in their DID documents. */
public interface ForeignKeys {

  /** Says whether the DID itself contains its keys (did:key), so that nothing is fetched. */
  boolean isSelfContained(String did);

  /**
   * Finds the key with that name, if the DID before its {@code #} controls it and lists it for the
   * purpose.
   *
   * @return an unknown key with the reason if this is not so, or the document is not found: {@code
   *     did.unsupported}, {@code did.unresolved:<why>} or {@code did.invalid:<what>}
   */
  Future<FoundKey> find(String verificationMethod, KeyPurpose purpose, Deadline deadline);
}
