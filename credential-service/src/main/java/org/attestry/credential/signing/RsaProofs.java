package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.credential.domain.GeneratedContext;
import org.attestry.credential.domain.Proofs;
import org.attestry.credential.domain.Sha256;
import org.attestry.credential.domain.SigningKey;
import org.attestry.credential.domain.VerificationKey;
import org.attestry.credential.signing.Canonicalizer.ReadDocument;
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
  public Unsigned read(ObjectNode credential, Budget budget) {
    ObjectNode document = credential.deepCopy();
    try {
      return unsigned(document, canonicalizer.read(document, Map.of(), Rules.ISSUE, budget), null);
    } catch (FailureException e) {
      GeneratedContext context = contextFor(document, e, budget);
      document.withArray("@context").add(context.address());
      Map<String, JsonNode> contexts = Map.of(context.address(), context.document());
      return unsigned(
          document, canonicalizer.read(document, contexts, Rules.ISSUE, budget), context);
    }
  }

  private static Unsigned unsigned(
      ObjectNode document, ReadDocument read, GeneratedContext context) {
    return new Unsigned(document, read.form().signedHash(), read.terms(), context);
  }

  @Override
  public SignedDocument sign(Unsigned unsigned, SigningKey key, Instant created) {
    byte[] document = HexFormat.of().parseHex(unsigned.signedHash());
    ObjectNode proof =
        suite.sign(document, key.privateKey(), algorithm, key.verificationMethod(), created);
    String proofHash = Sha256.hex(RsaSignature2018.jws(proof).signature());
    ObjectNode credential = JsonNodeFactory.instance.objectNode();
    credential.setAll(unsigned.document());
    credential.set("proof", proof);
    return new SignedDocument(credential, unsigned, proofHash);
  }

  @Override
  public Optional<String> unsupported(ObjectNode proof) {
    return RsaSignature2018.unsupported(proof);
  }

  @Override
  public Verification verify(
      ObjectNode credential,
      ObjectNode proof,
      Map<String, JsonNode> contexts,
      VerificationKey key,
      Budget budget) {
    ReadDocument read;
    try {
      read = canonicalizer.read(credential, contexts, Rules.VERIFY, budget);
    } catch (FailureException e) {
      return new Verification(verdict(e), null);
    }
    return new Verification(verdict(read, proof, key, budget), read.terms());
  }

  private Verdict verdict(ReadDocument read, ObjectNode proof, VerificationKey key, Budget budget) {
    if (proof == null || key == null) {
      return new Verdict.Undecided(proof == null ? "proof.missing" : "key.unknown");
    }
    if (!read.terms().isCredential()) {
      return new Verdict.Invalid("document.not-a-credential", List.of());
    }
    if (read.terms().labelled()) {
      return new Verdict.Invalid("document.blank-node", List.of());
    }
    try {
      byte[] signature = suite.verify(read.form(), proof, key.publicKey(), budget);
      return new Verdict.Valid(read.form().signedHash(), Sha256.hex(signature));
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
    if (violations.stream().anyMatch(v -> v.rule().equals("context.unknown"))) {
      return new Verdict.Undecided("context.unknown");
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
