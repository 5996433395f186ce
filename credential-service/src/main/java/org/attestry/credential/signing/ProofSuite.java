package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Optional;
import org.attestry.credential.domain.SigningKey;
import org.attestry.runtime.work.Budget;

/** How proofs of one type are made and verified. Safe for use by several threads. */
public interface ProofSuite {

  /** The proof's {@code type}. */
  String type();

  /** The form of a proof of this type where it is one that is not verified here. */
  Optional<String> unsupportedForm(ObjectNode proof);

  /**
   * @param document a credential without proof
   * @param created when; written in whole seconds
   * @param nonce of letters, digits and hyphens, or null
   */
  NewProof sign(CanonicalForm document, SigningKey key, Instant created, String nonce);

  /**
   * @param document a credential without proof
   * @param proof of this type and a supported form
   * @throws InvalidProofException with the reason if the proof does not hold
   */
  VerifiedProof verify(CanonicalForm document, ObjectNode proof, PublicKey key, Budget budget);

  /** A proof and the bytes of its signature. */
  record NewProof(ObjectNode proof, byte[] signature) {}

  /**
   * A proof that holds.
   *
   * @param signature its bytes
   * @param created the date that it covers, null if there is not exactly one
   */
  record VerifiedProof(byte[] signature, String created) {}
}
