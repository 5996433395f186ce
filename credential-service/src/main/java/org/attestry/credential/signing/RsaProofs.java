package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.credential.domain.GeneratedContext;
import org.attestry.credential.domain.Proofs;
import org.attestry.credential.domain.Sha256;
import org.attestry.credential.domain.SigningKey;
import org.attestry.credential.domain.VerificationKey;
import org.attestry.runtime.work.Budget;

/** Credentials with RsaSignature2018 proofs. */
public final class RsaProofs implements Proofs {

  private static final Set<String> UNDEFINED =
      Set.of(Canonicalizer.UNDEFINED_TERM, ExpandedRules.RELATIVE_TYPE);

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
  public SignedDocument sign(
      ObjectNode credential, SigningKey key, Instant created, Budget budget) {
    ObjectNode document = credential.deepCopy();
    GeneratedContext context = null;
    CanonicalForm canonical;
    try {
      canonical = canonicalizer.canonicalize(document, Map.of(), Rules.ISSUE, budget);
    } catch (FailureException e) {
      context = contextFor(document, e, budget);
      document.withArray("@context").add(context.address());
      canonical =
          canonicalizer.canonicalize(
              document, Map.of(context.address(), context.document()), Rules.ISSUE, budget);
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
      VerificationKey key,
      Budget budget) {
    try {
      CanonicalForm document =
          canonicalizer.canonicalize(credential, contexts, Rules.VERIFY, budget);
      byte[] signature = suite.verify(document, proof, key.publicKey(), budget);
      return new Verdict.Valid(document.signedHash(), Sha256.hex(signature));
    } catch (InvalidProofException e) {
      return new Verdict.Invalid(e.reason(), List.of());
    } catch (FailureException e) {
      return verdict(e);
    }
  }

  /** A document that is refused is not valid; what is not known, or too much work, stays open. */
  private static Verdict verdict(FailureException refusal) {
    List<Violation> violations = refusal.failure().violations();
    if (refusal.failure().kind() != FailureKind.INVALID || violations.isEmpty()) {
      throw refusal;
    }
    String rule = violations.getFirst().rule();
    if (violations.stream().allMatch(v -> v.rule().equals("context.unknown"))) {
      return new Verdict.Undecided(rule);
    }
    return violations.stream().anyMatch(v -> v.rule().equals("limit"))
        ? new Verdict.Undecided("document.limit")
        : new Verdict.Invalid("document." + rule, violations);
  }

  /**
   * A context for what the document's own leave undefined; throws the refusal if that is no help.
   */
  private GeneratedContext contextFor(
      ObjectNode document, FailureException refusal, Budget budget) {
    boolean someUndefined =
        refusal.failure().violations().stream().anyMatch(v -> UNDEFINED.contains(v.rule()));
    if (undefinedTerms == UndefinedTermsPolicy.REFUSE || !someUndefined) {
      throw refusal;
    }
    Set<String> terms = canonicalizer.undefinedTerms(document, Map.of(), budget);
    if (terms.isEmpty() || !terms.stream().allMatch(UndefinedTerms::canDefine)) {
      throw refusal;
    }
    return UndefinedTerms.define(publicBase, terms, document, budget);
  }
}
