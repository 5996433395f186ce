package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Optional;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.ProofTerms;
import org.attestry.runtime.fair.Budget;

/** Makes and verifies the proofs of one suite. Safe for use by several threads. */
public interface ProofSuite {

  /** The purpose of the proofs of credentials (W3C Data Integrity 1.0, section 2.3). */
  String ASSERTION = "assertionMethod";

  /** The purpose of the proofs of presentations. */
  String AUTHENTICATION = "authentication";

  /** Returns the type of its proofs, or their cryptosuite if the type is DataIntegrityProof. */
  String name();

  /** Says whether a proof, or the {@code proof} of a template, is of this suite. */
  boolean isNamedBy(JsonNode proof);

  /** Returns the context to add to a document whose own contexts do not define its proofs. */
  Optional<String> missingContext(JsonNode document);

  /** Says whether its proofs cover the JSON of a document, rather than its statements. */
  boolean coversJson();

  /** Returns the type of the keys of new proofs. */
  KeyType keyType();

  /** Returns the form of a proof of this suite if that form is not verified here. */
  Optional<String> unsupportedForm(ObjectNode proof);

  /**
   * Prepares a proof; only its signature is missing.
   *
   * @param document a credential without proof
   * @param key that will sign
   * @param created its time, written in whole seconds
   * @param nonce of letters, digits and hyphens, or null
   */
  Prepared<ObjectNode> prepare(
      SecuredDocument document, StoredKey key, Instant created, String nonce, Budget budget);

  /**
   * @param document a credential, or presentation, without proof
   * @param proof of this suite and a supported form
   * @param purpose the required purpose of the proof
   * @throws InvalidProofException with the reason if the proof is invalid
   */
  VerifiedProof verify(
      SecuredDocument document, ObjectNode proof, String purpose, PublicKey key, Budget budget);

  /**
   * A valid proof.
   *
   * @param signature its bytes, in the form of {@link Signatures#unique}
   * @param terms that the signature covers beside the document
   */
  record VerifiedProof(byte[] signature, ProofTerms terms) {}
}
