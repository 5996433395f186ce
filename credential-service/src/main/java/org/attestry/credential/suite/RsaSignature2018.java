package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.attestry.credential.canonical.CanonicalForm;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.jose.DetachedJws;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.StoredKey;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * The proof suite RsaSignature2018 as jsonld-signatures 5 to 7 write it: SHA-256 of the canonical
 * proof options, then SHA-256 of the canonical document, signed as a detached JWS with PS256.
 *
 * @param algorithm of new proofs
 */
public record RsaSignature2018(Canonicalizer canonicalizer, SignatureAlgorithm algorithm)
    implements ProofSuite {

  static final String TYPE = "RsaSignature2018";

  private static final int LEAST_KEY_BITS = 2048;
  private static final List<SignatureAlgorithm> ALGORITHMS =
      List.of(SignatureAlgorithm.PS256, SignatureAlgorithm.RS256);
  private static final List<String> VALUES = List.of("proofValue", "signatureValue");

  @Override
  public String name() {
    return TYPE;
  }

  @Override
  public boolean isNamedBy(JsonNode proof) {
    return proof.path("type").asText().equals(TYPE);
  }

  /** Returns empty, because the proof has a context of its own. */
  @Override
  public Optional<String> missingContext(JsonNode document) {
    return Optional.empty();
  }

  @Override
  public boolean coversJson() {
    return false;
  }

  @Override
  public KeyType keyType() {
    return KeyType.RSA;
  }

  @Override
  public Prepared<ObjectNode> prepare(
      SecuredDocument document, StoredKey key, Instant created, String nonce, Budget budget) {
    ObjectNode proof = Json.object();
    proof.put("type", TYPE);
    proof.put("created", created.truncatedTo(ChronoUnit.SECONDS).toString());
    proof.put("verificationMethod", key.verificationMethod());
    proof.put("proofPurpose", ASSERTION);
    if (nonce != null) {
      proof.put("nonce", nonce);
    }
    CanonicalForm options = ProofOptions.plain(proof);
    byte[] input =
        DetachedJws.signingInput(
            DetachedJws.header(algorithm.name()), payload(options, document.form().sha256()));
    return new Prepared<>(
        algorithm,
        input,
        signature -> proof.put("jws", DetachedJws.of(algorithm.name(), signature).text()));
  }

  @Override
  public VerifiedProof verify(
      SecuredDocument document, ObjectNode proof, String purpose, PublicKey key, Budget budget) {
    DetachedJws jws = jws(proof, purpose);
    SignatureAlgorithm used = algorithm(jws);
    if (!(key instanceof RSAPublicKey rsa)) {
      throw new InvalidProofException("key.type");
    }
    if (rsa.getModulus().bitLength() < LEAST_KEY_BITS) {
      throw new InvalidProofException("key.too-short");
    }
    CanonicalForm options = ProofOptions.canonicalize(proof, canonicalizer, budget);
    byte[] payload = payload(options, document.form().sha256());
    byte[] input = DetachedJws.signingInput(jws.header(), payload);
    if (!Signatures.verify(used, rsa, input, jws.signature())) {
      throw new InvalidProofException("signature.mismatch");
    }
    return new VerifiedProof(jws.signature(), ProofStatements.of(options).terms());
  }

  @Override
  public Optional<String> unsupportedForm(ObjectNode proof) {
    return proof.has("jws") ? Optional.empty() : VALUES.stream().filter(proof::has).findFirst();
  }

  /** Returns the proof's JWS, after a check that its members are allowed by this suite. */
  static DetachedJws jws(ObjectNode proof, String purpose) {
    if (!proof.path("type").asText().equals(TYPE)) {
      throw new InvalidProofException("proof.type");
    }
    if (!proof.path("proofPurpose").asText().equals(purpose)) {
      throw new InvalidProofException("proof.purpose");
    }
    if (proof.has("@context") && !isSecurityContext(proof.get("@context"))) {
      throw new InvalidProofException("proof.context");
    }
    if (proof.has("proofValue") || proof.has("signatureValue") || !proof.path("jws").isTextual()) {
      throw new InvalidProofException("proof.value");
    }
    return DetachedJws.parse(proof.get("jws").textValue());
  }

  private static boolean isSecurityContext(JsonNode context) {
    return context.isTextual() && context.textValue().equals(ProofOptions.SECURITY_V2);
  }

  private static SignatureAlgorithm algorithm(DetachedJws jws) {
    return ALGORITHMS.stream()
        .filter(known -> known.name().equals(jws.algorithm()))
        .findFirst()
        .orElseThrow(() -> new InvalidProofException("jws.algorithm"));
  }

  private static byte[] payload(CanonicalForm options, byte[] document) {
    byte[] first = options.sha256();
    byte[] payload = Arrays.copyOf(first, 2 * first.length);
    System.arraycopy(document, 0, payload, first.length, first.length);
    return payload;
  }
}
