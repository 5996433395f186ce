package org.attestry.credential.proof;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.function.Supplier;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.proof.Proofs.Unsigned;

/** Adds proofs to credentials. The proof is prepared here; the holder of the key signs it. */
public final class ProofMaker {

  private final Proofs proofs;
  private final Signer signer;
  private final CryptoWorkers compute;

  public ProofMaker(Proofs proofs, Signer signer, CryptoWorkers compute) {
    this.proofs = proofs;
    this.signer = signer;
    this.compute = compute;
  }

  /** Returns the suite for templates that name none. */
  public SigningSuite suite() {
    return proofs.suite();
  }

  /**
   * @param key an ACTIVE one of the suite's type
   * @param nonce a signed text in the proof, or null
   * @return fails as {@link Signer} does, without a credential
   */
  public Future<SignedDocument> sign(
      Unsigned unsigned,
      StoredKey key,
      Instant created,
      Supplier<String> nonce,
      Deadline deadline) {
    return signer.sign(
        key,
        () -> proofs.prepare(unsigned, key, created, nonce.get(), CallBudget.until(deadline)),
        compute,
        deadline);
  }
}
