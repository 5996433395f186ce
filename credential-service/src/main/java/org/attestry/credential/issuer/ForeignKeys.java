package org.attestry.credential.issuer;

import io.vertx.core.Future;
import org.attestry.contracts.Deadline;

/** The keys of issuers elsewhere and of holders, which stand in the documents of their DIDs. */
public interface ForeignKeys {

  /** Whether the DID itself holds its keys (did:key), so that nothing is fetched. */
  boolean isSelfContained(String did);

  /**
   * The key that proofs name so, if the DID before its {@code #} controls it and has it for that
   * purpose.
   *
   * @return an unknown key with the reason if it has not, or the document is not found: {@code
   *     did.unsupported}, {@code did.unresolved:<why>} or {@code did.invalid:<what>}
   */
  Future<FoundKey> find(String verificationMethod, KeyPurpose purpose, Deadline deadline);
}
