package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.ProofTerms;
import org.attestry.runtime.work.Budget;

/** How proofs of one suite are made and verified. Safe for use by several threads. */
public interface ProofSuite {

  /** The purpose of the proofs of credentials (W3C Data Integrity 1.0, section 2.3). */
  String ASSERTION = "assertionMethod";

  /** The purpose of the proofs of presentations. */
  String AUTHENTICATION = "authentication";

  /** The type of its proofs, or their cryptosuite where the type is DataIntegrityProof. */
  String name();

  /** Whether a proof, or what a template asks for, is of this suite. */
  boolean isNamedBy(JsonNode proof);

  /** The context to add to a document whose own contexts do not define its proofs. */
  Optional<String> missingContext(JsonNode document);

  /** Whether its proofs cover the JSON of a document, and not its statements. */
  boolean coversJson();

  /** The type of the keys that new proofs are made with. */
  KeyType keyType();

  /** The form of a proof of this suite where it is one that is not verified here. */
  Optional<String> unsupportedForm(ObjectNode proof);

  /**
   * Writes a proof that lacks its signature.
   *
   * @param document a credential without proof
   * @param key the one that will sign
   * @param created when; written in whole seconds
   * @param nonce of letters, digits and hyphens, or null
   */
  NewProof prepare(
      SecuredDocument document, StoredKey key, Instant created, String nonce, Budget budget);

  /**
   * @param document a credential, or presentation, without proof
   * @param proof of this suite and a supported form
   * @param purpose what the proof must be for
   * @throws InvalidProofException with the reason if the proof does not hold
   */
  VerifiedProof verify(
      SecuredDocument document, ObjectNode proof, String purpose, PublicKey key, Budget budget);

  /**
   * A proof that lacks its signature.
   *
   * @param input what is signed
   * @param signed makes the proof of the raw signature
   */
  record NewProof(
      SignatureAlgorithm algorithm, byte[] input, Function<byte[], ObjectNode> signed) {}

  /**
   * A proof that holds.
   *
   * @param signature its bytes, in the one form of {@link Signatures#unique}
   * @param terms what it covers beside the document
   */
  record VerifiedProof(byte[] signature, ProofTerms terms) {}
}
