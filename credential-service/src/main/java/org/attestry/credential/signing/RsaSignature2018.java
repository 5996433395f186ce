package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.PrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.attestry.credential.domain.Proofs;
import org.attestry.runtime.work.Budget;

/**
 * The proof suite RsaSignature2018 as jsonld-signatures 5 to 7 write it: SHA-256 of the canonical
 * proof options, then SHA-256 of the canonical document, signed as a detached JWS with PS256.
 */
public final class RsaSignature2018 {

  static final String TYPE = "RsaSignature2018";
  static final String PURPOSE = "assertionMethod";

  private static final int LEAST_KEY_BITS = 2048;
  private static final List<String> VALUES = List.of("proofValue", "signatureValue");
  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9._:/#-]{1,100}");

  private final Canonicalizer canonicalizer;

  public RsaSignature2018(Canonicalizer canonicalizer) {
    this.canonicalizer = canonicalizer;
  }

  /**
   * @param document SHA-256 of the canonical form of the credential without proof
   * @param verificationMethod the key's IRI
   * @param created when; written in whole seconds
   * @return the proof: type, created, verificationMethod, proofPurpose, jws
   */
  public ObjectNode sign(
      byte[] document,
      PrivateKey key,
      RsaAlgorithm algorithm,
      String verificationMethod,
      Instant created) {
    ObjectNode proof = JsonNodeFactory.instance.objectNode();
    proof.put("type", TYPE);
    proof.put("created", created.truncatedTo(ChronoUnit.SECONDS).toString());
    proof.put("verificationMethod", verificationMethod);
    proof.put("proofPurpose", PURPOSE);
    CanonicalForm options =
        ProofOptions.plain(proof.get("created").textValue(), verificationMethod);
    byte[] input =
        DetachedJws.signingInput(DetachedJws.header(algorithm.name()), payload(options, document));
    return proof.put("jws", DetachedJws.of(algorithm.name(), algorithm.sign(key, input)).text());
  }

  /**
   * @param document the canonical form of the credential without proof
   * @return the signature's bytes
   * @throws InvalidProofException with the reason if the proof does not hold
   */
  byte[] verify(CanonicalForm document, ObjectNode proof, RSAPublicKey key, Budget budget) {
    DetachedJws jws = jws(proof);
    RsaAlgorithm algorithm = algorithm(jws);
    if (key.getModulus().bitLength() < LEAST_KEY_BITS) {
      throw new InvalidProofException("key.too-short");
    }
    byte[] payload =
        payload(ProofOptions.canonicalize(proof, canonicalizer, budget), document.sha256());
    if (!algorithm.verify(key, DetachedJws.signingInput(jws.header(), payload), jws.signature())) {
      throw new InvalidProofException("signature.mismatch");
    }
    return jws.signature();
  }

  /** What this suite, or this form of it, does not verify; see {@link Proofs#unsupported}. */
  static Optional<String> unsupported(ObjectNode proof) {
    String type = proof.path("type").asText();
    if (!type.equals(TYPE)) {
      return Optional.of("suite.unsupported:" + named(type));
    }
    if (!proof.has("jws")) {
      return VALUES.stream().filter(proof::has).findFirst().map(form -> "form.unsupported:" + form);
    }
    return Optional.empty();
  }

  /** A text of the proof as a reason may show it. */
  private static String named(String text) {
    return PLAIN_NAME.matcher(text).matches() ? text : "unnamed";
  }

  /** The proof's JWS, once its members are what this suite allows. */
  static DetachedJws jws(ObjectNode proof) {
    if (!proof.path("type").asText().equals(TYPE)) {
      throw new InvalidProofException("proof.type");
    }
    if (!proof.path("proofPurpose").asText().equals(PURPOSE)) {
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

  private static RsaAlgorithm algorithm(DetachedJws jws) {
    return Arrays.stream(RsaAlgorithm.values())
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
