package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.PublicKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.suite.Transformation.Options;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * A suite whose proofs have the raw signature as {@code proofValue}. The signing input is SHA-256
 * of the proof's options, then SHA-256 of the document (W3C Data Integrity 1.0).
 */
public final class DataIntegritySuite implements ProofSuite {

  private static final String DATA_INTEGRITY = "DataIntegrityProof";
  private static final String CREDENTIALS_V2 = "https://www.w3.org/ns/credentials/v2";
  private static final List<String> DATA_INTEGRITY_CONTEXTS =
      List.of(
          "https://w3id.org/security/data-integrity/v2",
          "https://w3id.org/security/data-integrity/v1",
          CREDENTIALS_V2);
  private static final List<String> ED25519_CONTEXTS =
      List.of("https://w3id.org/security/suites/ed25519-2020/v1");
  private static final String ED25519_SIGNATURE = "Ed25519Signature2020";

  private final String type;
  private final String cryptosuite;
  private final SignatureAlgorithm algorithm;
  private final Transformation transformation;
  private final List<String> contexts;

  private DataIntegritySuite(
      String type,
      String cryptosuite,
      SignatureAlgorithm algorithm,
      Transformation transformation,
      List<String> contexts) {
    this.type = type;
    this.cryptosuite = cryptosuite;
    this.algorithm = algorithm;
    this.transformation = transformation;
    this.contexts = contexts;
  }

  private static DataIntegritySuite of(
      String cryptosuite, SignatureAlgorithm algorithm, Transformation transformation) {
    return new DataIntegritySuite(
        DATA_INTEGRITY, cryptosuite, algorithm, transformation, DATA_INTEGRITY_CONTEXTS);
  }

  /** W3C Data Integrity EdDSA Cryptosuites 1.0, section 3.2. */
  public static ProofSuite eddsaRdfc2022(Canonicalizer canonicalizer) {
    return of("eddsa-rdfc-2022", SignatureAlgorithm.ED25519, new RdfTransformation(canonicalizer));
  }

  /** W3C Data Integrity EdDSA Cryptosuites 1.0, section 3.3. */
  public static ProofSuite eddsaJcs2022() {
    return of("eddsa-jcs-2022", SignatureAlgorithm.ED25519, new JcsTransformation());
  }

  /** W3C Data Integrity ECDSA Cryptosuites 1.0, section 3.2, with P-256. */
  public static ProofSuite ecdsaRdfc2019(Canonicalizer canonicalizer) {
    return of("ecdsa-rdfc-2019", SignatureAlgorithm.ES256, new RdfTransformation(canonicalizer));
  }

  /** W3C Data Integrity EdDSA Cryptosuites 1.0, appendix A.1. */
  public static ProofSuite ed25519Signature2020(Canonicalizer canonicalizer) {
    return new DataIntegritySuite(
        ED25519_SIGNATURE,
        null,
        SignatureAlgorithm.ED25519,
        new RdfTransformation(canonicalizer),
        ED25519_CONTEXTS);
  }

  @Override
  public String name() {
    return cryptosuite == null ? type : cryptosuite;
  }

  @Override
  public boolean coversJson() {
    return transformation.coversJson();
  }

  @Override
  public KeyType keyType() {
    return algorithm.keyType();
  }

  @Override
  public boolean isNamedBy(JsonNode proof) {
    return proof.path("type").asText().equals(type)
        && (cryptosuite == null || proof.path("cryptosuite").asText().equals(cryptosuite));
  }

  @Override
  public Optional<String> missingContext(JsonNode document) {
    for (JsonNode context : document.path("@context")) {
      if (contexts.contains(context.asText())) {
        return Optional.empty();
      }
    }
    return Optional.of(contexts.getFirst());
  }

  /**
   * Refuses a proof that covers other proofs, because it covers another document than the
   * credential.
   */
  @Override
  public Optional<String> unsupportedForm(ObjectNode proof) {
    return proof.has("previousProof") ? Optional.of("previousProof") : Optional.empty();
  }

  @Override
  public Prepared<ObjectNode> prepare(
      SecuredDocument document, StoredKey key, Instant created, String nonce, Budget budget) {
    ObjectNode proof = Json.object();
    transformation.complete(proof, document);
    proof.put("type", type);
    if (cryptosuite != null) {
      proof.put("cryptosuite", cryptosuite);
    }
    proof
        .put("created", created.truncatedTo(ChronoUnit.SECONDS).toString())
        .put("verificationMethod", key.verificationMethod())
        .put("proofPurpose", ASSERTION);
    if (nonce != null) {
      proof.put("nonce", nonce);
    }
    Options options = transformation.read(proof, document, Rules.ISSUE, budget);
    return new Prepared<>(
        algorithm,
        input(options, document),
        signature -> proof.put("proofValue", ProofValue.of(signature)));
  }

  @Override
  public VerifiedProof verify(
      SecuredDocument document, ObjectNode proof, String purpose, PublicKey key, Budget budget) {
    if (!proof.path("proofPurpose").asText().equals(purpose)) {
      throw new InvalidProofException("proof.purpose");
    }
    if (Keys.type(key) != algorithm.keyType()) {
      throw new InvalidProofException("key.type");
    }
    byte[] signature = ProofValue.parse(proof.path("proofValue").asText());
    ObjectNode unsigned = proof.deepCopy();
    unsigned.remove("proofValue");
    Options options = transformation.read(unsigned, document, Rules.VERIFY, budget);
    if (!Signatures.verify(algorithm, key, input(options, document), signature)) {
      throw new InvalidProofException("signature.mismatch");
    }
    return new VerifiedProof(Signatures.unique(algorithm, signature), options.terms());
  }

  private byte[] input(Options options, SecuredDocument document) {
    byte[] input = Arrays.copyOf(options.hash(), 2 * options.hash().length);
    System.arraycopy(
        transformation.hash(document), 0, input, options.hash().length, options.hash().length);
    return input;
  }
}
