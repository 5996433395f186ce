package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.attestry.credential.domain.ProofTerms;
import org.attestry.credential.signing.Transformation.Options;
import org.attestry.runtime.work.Budget;

/**
 * Verifies proofs that hold the raw signature as {@code proofValue}: SHA-256 of the proof's
 * options, then SHA-256 of the document, are signed (W3C Data Integrity 1.0).
 */
final class DataIntegritySuite {

  private static final String DATA_INTEGRITY = "DataIntegrityProof";
  private static final String ED25519_SIGNATURE = "Ed25519Signature2020";

  private final String type;
  private final String cryptosuite;
  private final RawSignature algorithm;
  private final Transformation transformation;

  private DataIntegritySuite(
      String type, String cryptosuite, RawSignature algorithm, Transformation transformation) {
    this.type = type;
    this.cryptosuite = cryptosuite;
    this.algorithm = algorithm;
    this.transformation = transformation;
  }

  /** W3C Data Integrity EdDSA and ECDSA Cryptosuites 1.0; ecdsa-rdfc-2019 with P-256. */
  static List<DataIntegritySuite> all(Canonicalizer canonicalizer) {
    Transformation rdf = new RdfTransformation(canonicalizer);
    return List.of(
        new DataIntegritySuite(ED25519_SIGNATURE, null, RawSignature.ED25519, rdf),
        new DataIntegritySuite(DATA_INTEGRITY, "eddsa-rdfc-2022", RawSignature.ED25519, rdf),
        new DataIntegritySuite(
            DATA_INTEGRITY, "eddsa-jcs-2022", RawSignature.ED25519, new JcsTransformation()),
        new DataIntegritySuite(DATA_INTEGRITY, "ecdsa-rdfc-2019", RawSignature.ES256, rdf));
  }

  /** The type of its proofs, or their cryptosuite where the type is DataIntegrityProof. */
  String name() {
    return cryptosuite == null ? type : cryptosuite;
  }

  /** Whether a proof is of this suite. */
  boolean isOf(ObjectNode proof) {
    return proof.path("type").asText().equals(type)
        && (cryptosuite == null || proof.path("cryptosuite").asText().equals(cryptosuite));
  }

  /** A proof that covers other proofs covers another document than the credential. */
  Optional<String> unsupportedForm(ObjectNode proof) {
    return proof.has("previousProof") ? Optional.of("previousProof") : Optional.empty();
  }

  /**
   * @param proof of this suite and a supported form
   * @throws InvalidProofException with the reason if the proof does not hold
   */
  VerifiedProof verify(SecuredDocument document, ObjectNode proof, PublicKey key, Budget budget) {
    if (!proof.path("proofPurpose").asText().equals(RsaSignature2018.PURPOSE)) {
      throw new InvalidProofException("proof.purpose");
    }
    if (!algorithm.isOf(key)) {
      throw new InvalidProofException("key.type");
    }
    byte[] signature = ProofValue.parse(proof.path("proofValue").asText());
    ObjectNode unsigned = proof.deepCopy();
    unsigned.remove("proofValue");
    Options options = transformation.read(unsigned, document, budget);
    if (!algorithm.verify(key, input(options, document), signature)) {
      throw new InvalidProofException("signature.mismatch");
    }
    return new VerifiedProof(signature, options.terms());
  }

  /** What is signed. */
  byte[] input(ObjectNode options, SecuredDocument document, Budget budget) {
    return input(transformation.read(options, document, budget), document);
  }

  private byte[] input(Options options, SecuredDocument document) {
    byte[] input = Arrays.copyOf(options.hash(), 2 * options.hash().length);
    System.arraycopy(
        transformation.hash(document), 0, input, options.hash().length, options.hash().length);
    return input;
  }

  /**
   * A proof that holds.
   *
   * @param signature its bytes
   */
  record VerifiedProof(byte[] signature, ProofTerms terms) {}
}
