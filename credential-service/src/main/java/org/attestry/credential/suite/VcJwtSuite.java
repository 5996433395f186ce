package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.PublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.attestry.credential.jose.HolderKeys;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.jose.Jws;
import org.attestry.credential.jose.JwsAlgorithms;
import org.attestry.credential.jose.VcJwt;
import org.attestry.credential.jose.VcJwt.Form;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.ProofTerms;
import org.attestry.credential.proof.ProofTerms.HolderKey;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.runtime.fair.Budget;

/**
 * Signs credentials of the data model 2.0 as JWT, by the algorithm of JWS (RFC 7515) for the type
 * of the key. Presentations are only verified.
 */
public final class VcJwtSuite implements ProofSuite {

  /** Suites for presentations. */
  static final List<ProofSuite> OF_PRESENTATIONS =
      Stream.of(SignatureAlgorithm.ES256, SignatureAlgorithm.ED25519, SignatureAlgorithm.PS256)
          .<ProofSuite>map(algorithm -> new VcJwtSuite(Form.PRESENTATION, algorithm))
          .toList();

  private final Form form;
  private final SignatureAlgorithm algorithm;

  /**
   * Makes the suite for credentials.
   *
   * @param algorithm ED25519, ES256 or PS256
   */
  public VcJwtSuite(SignatureAlgorithm algorithm) {
    this(Form.CREDENTIAL, algorithm);
  }

  private VcJwtSuite(Form form, SignatureAlgorithm algorithm) {
    this.form = form;
    this.algorithm = algorithm;
  }

  @Override
  public String name() {
    return form.type() + "/" + JwsAlgorithms.name(algorithm);
  }

  @Override
  public boolean coversJson() {
    return true;
  }

  @Override
  public KeyType keyType() {
    return algorithm.keyType();
  }

  @Override
  public boolean isNamedBy(JsonNode proof) {
    return proof.path("type").asText().equals(form.type())
        && proof.path("alg").asText().equals(JwsAlgorithms.name(algorithm));
  }

  @Override
  public Optional<String> missingContext(JsonNode document) {
    return Optional.empty();
  }

  @Override
  public Optional<String> unsupportedForm(ObjectNode proof) {
    return Optional.empty();
  }

  @Override
  public Prepared<ObjectNode> prepare(
      SecuredDocument document, StoredKey key, Instant created, String nonce, Budget budget) {
    ObjectNode header = Jws.header(algorithm, form.type()).put("cty", "vc");
    header.put("kid", key.verificationMethod()).put("iss", document.terms().issuer());
    header.put("iat", created.getEpochSecond());
    Prepared<String> jwt = Jws.prepare(header, document.document(), algorithm);
    return new Prepared<>(
        algorithm, jwt.input(), signature -> VcJwt.enveloped(jwt.completed().apply(signature)));
  }

  @Override
  public VerifiedProof verify(
      SecuredDocument document, ObjectNode proof, String purpose, PublicKey key, Budget budget) {
    if (!purpose.equals(form == Form.CREDENTIAL ? ASSERTION : AUTHENTICATION)) {
      throw new InvalidProofException("proof.purpose");
    }
    String text = proof.path("jwt").asText();
    budget.spend(Jws.steps(text));
    VcJwt jwt = VcJwt.parse(text, form);
    checkHeader(jwt, proof);
    if (!jwt.document().equals(document.document())) {
      throw new InvalidProofException("jwt.document");
    }
    byte[] signature = jwt.jws().verified(key);
    return new VerifiedProof(signature, terms(jwt, document.terms()));
  }

  private static void checkHeader(VcJwt jwt, ObjectNode proof) {
    JsonNode header = jwt.jws().header();
    boolean right =
        header.path("alg").equals(proof.get("alg"))
            && header.path("kid").equals(proof.get("verificationMethod"));
    if (!right) {
      throw new InvalidProofException("jwt.header");
    }
  }

  private static ProofTerms terms(VcJwt jwt, SignedTerms document) {
    if (!allAre(signer(jwt, document), jwt.claims("iss"))) {
      throw new InvalidProofException("jwt.issuer");
    }
    List<String> created = jwt.dates("iat");
    boolean named = jwt.isClaim() || allAre(document.id(), jwt.claims("jti"));
    if (Set.copyOf(created).size() > 1 || !named) {
      throw new InvalidProofException("jwt.claims");
    }
    boolean presents = jwt.form() == Form.PRESENTATION;
    if (!presents && !allAre(document.subject(), jwt.claims("sub"))) {
      throw new InvalidProofException("jwt.claims");
    }
    return new ProofTerms(
        created.isEmpty() ? null : created.getFirst(),
        jwt.dates("nbf"),
        jwt.dates("exp"),
        null,
        presents ? jwt.jws().payload().path(VcJwt.NONCE).textValue() : null,
        presents ? texts(jwt.jws().payload().path(VcJwt.AUDIENCE)) : List.of(),
        true,
        presents ? List.of() : jwt.claims("cnf").stream().map(VcJwtSuite::holderKey).toList());
  }

  private static HolderKey holderKey(JsonNode confirmation) {
    try {
      return new HolderKey(HolderKeys.named(confirmation));
    } catch (InvalidProofException e) {
      return new HolderKey(null);
    }
  }

  /** Returns the required signer: the credential's issuer, or the holder whose key it is. */
  private static String signer(VcJwt jwt, SignedTerms document) {
    return jwt.form() == Form.CREDENTIAL
        ? document.issuer()
        : jwt.jws().header().path("kid").asText().split("#")[0];
  }

  /** Returns a text, or the texts of a list. */
  private static List<String> texts(JsonNode value) {
    List<String> texts = new ArrayList<>();
    (value.isArray() ? value : List.of(value))
        .forEach(
            one -> {
              if (one.isTextual()) {
                texts.add(one.textValue());
              }
            });
    return texts;
  }

  private static boolean allAre(String text, List<JsonNode> claims) {
    return claims.stream().allMatch(claim -> claim.isTextual() && claim.textValue().equals(text));
  }
}
