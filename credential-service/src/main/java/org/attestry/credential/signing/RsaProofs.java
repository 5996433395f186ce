package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.credential.domain.GeneratedContext;
import org.attestry.credential.domain.Proofs;
import org.attestry.credential.domain.Sha256;
import org.attestry.credential.domain.SigningKey;
import org.attestry.credential.domain.VerificationKey;

/** Credentials with RsaSignature2018 proofs. */
public final class RsaProofs implements Proofs {

  private static final Set<String> UNDEFINED =
      Set.of("term.undefined", ExpandedRules.RELATIVE_TYPE);

  private final Canonicalizer canonicalizer;
  private final RsaSignature2018 suite;
  private final RsaAlgorithm algorithm;
  private final UndefinedTermsPolicy undefinedTerms;
  private final String publicBase;

  /**
   * @param publicBase the public address that generated contexts are served under, without trailing
   *     slash
   */
  public RsaProofs(
      Canonicalizer canonicalizer,
      RsaAlgorithm algorithm,
      UndefinedTermsPolicy undefinedTerms,
      String publicBase) {
    this.canonicalizer = canonicalizer;
    this.suite = new RsaSignature2018(canonicalizer);
    this.algorithm = algorithm;
    this.undefinedTerms = undefinedTerms;
    this.publicBase = publicBase;
  }

  @Override
  public SignedDocument sign(ObjectNode credential, SigningKey key, Instant created) {
    ObjectNode document = credential.deepCopy();
    GeneratedContext context = null;
    CanonicalForm canonical;
    try {
      canonical = canonicalizer.canonicalize(document, Map.of(), Rules.ISSUE);
    } catch (FailureException e) {
      context = contextFor(document, e);
      document.withArray("@context").add(context.address());
      canonical =
          canonicalizer.canonicalize(
              document, Map.of(context.address(), context.document()), Rules.ISSUE);
    }
    ObjectNode proof =
        suite.sign(canonical, key.privateKey(), algorithm, key.verificationMethod(), created);
    String proofHash = Sha256.hex(RsaSignature2018.jws(proof).signature());
    document.set("proof", proof);
    return new SignedDocument(document, canonical.signedHash(), proofHash, context);
  }

  @Override
  public Verdict verify(
      ObjectNode credential,
      ObjectNode proof,
      Map<String, JsonNode> contexts,
      VerificationKey key) {
    try {
      CanonicalForm document = canonicalizer.canonicalize(credential, contexts, Rules.VERIFY);
      byte[] signature = suite.verify(document, proof, key.publicKey());
      return new Verdict.Valid(document.signedHash(), Sha256.hex(signature));
    } catch (InvalidProofException e) {
      return new Verdict.Invalid(e.reason(), List.of());
    } catch (FailureException e) {
      List<Violation> violations = e.failure().violations();
      String rule = violations.getFirst().rule();
      return violations.stream().allMatch(v -> v.rule().equals("context.unknown"))
          ? new Verdict.Undecided(rule)
          : new Verdict.Invalid("document." + rule, violations);
    }
  }

  /**
   * A context for what the document's own leave undefined; throws the refusal if that is no help.
   */
  private GeneratedContext contextFor(ObjectNode document, FailureException refusal) {
    boolean someUndefined =
        refusal.failure().violations().stream().anyMatch(v -> UNDEFINED.contains(v.rule()));
    if (undefinedTerms == UndefinedTermsPolicy.REFUSE || !someUndefined) {
      throw refusal;
    }
    Set<String> terms = canonicalizer.undefinedTerms(document, Map.of());
    if (terms.isEmpty() || !terms.stream().allMatch(UndefinedTerms::canDefine)) {
      throw refusal;
    }
    return UndefinedTerms.define(publicBase, terms, document);
  }
}
