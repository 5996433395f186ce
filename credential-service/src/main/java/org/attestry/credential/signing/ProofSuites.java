package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.credential.domain.GeneratedContext;
import org.attestry.credential.domain.KeyType;
import org.attestry.credential.domain.ProofTerms;
import org.attestry.credential.domain.Proofs;
import org.attestry.credential.domain.StoredKey;
import org.attestry.credential.domain.VerificationKey;
import org.attestry.credential.signing.Canonicalizer.ReadDocument;
import org.attestry.credential.signing.ProofSuite.NewProof;
import org.attestry.credential.signing.ProofSuite.VerifiedProof;
import org.attestry.runtime.work.Budget;
import org.attestry.runtime.work.Sha256;

/** Credentials with proofs of several suites. */
public final class ProofSuites implements Proofs {

  private static final Set<String> UNDEFINED =
      Set.of(Canonicalizer.UNDEFINED_TERM, ExpandedRules.RELATIVE_TYPE);

  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9._:/#-]{1,100}");

  private static final Pattern PLAIN_ADDRESS =
      Pattern.compile("[A-Za-z0-9._~:/?#@!$()*+,;=%-]{1,200}");

  private final Canonicalizer canonicalizer;
  private final List<ProofSuite> suites;
  private final List<DataIntegritySuite> dataIntegrity;
  private final UndefinedTermsPolicy undefinedTerms;
  private final String publicBase;
  private final GeneratedBefore generatedBefore = new GeneratedBefore();

  /**
   * @param suites those that are verified; the first one signs
   * @param publicBase the public address that generated contexts are served under, without trailing
   *     slash
   */
  public ProofSuites(
      Canonicalizer canonicalizer,
      List<ProofSuite> suites,
      UndefinedTermsPolicy undefinedTerms,
      String publicBase) {
    this.canonicalizer = canonicalizer;
    this.suites = List.copyOf(suites);
    this.dataIntegrity = DataIntegritySuite.all(canonicalizer);
    this.undefinedTerms = undefinedTerms;
    this.publicBase = publicBase;
  }

  @Override
  public String suite() {
    return suites.getFirst().type();
  }

  @Override
  public Unsigned read(ObjectNode credential, Map<String, JsonNode> contexts, Budget budget) {
    Optional<DocumentShape> shape = DocumentShape.of(credential, CompiledDocuments.MOST_TEXTS);
    return shape
        .flatMap(generatedBefore::find)
        .flatMap(context -> readAtOnce(credential, context, contexts, budget))
        .orElseGet(() -> readAnew(credential, shape, contexts, budget));
  }

  private Unsigned readAnew(
      ObjectNode document,
      Optional<DocumentShape> shape,
      Map<String, JsonNode> contexts,
      Budget budget) {
    try {
      return readWith(document, null, contexts, budget);
    } catch (FailureException e) {
      GeneratedContext context = contextFor(document, contexts, e, budget);
      Unsigned read = readWith(document, context, contexts, budget);
      shape.ifPresent(known -> generatedBefore.put(known, context));
      return read;
    }
  }

  /** Empty if it cannot be read with the context that documents of its shape were read with. */
  private Optional<Unsigned> readAtOnce(
      ObjectNode document,
      GeneratedContext context,
      Map<String, JsonNode> contexts,
      Budget budget) {
    try {
      return Optional.of(readWith(document, context, contexts, budget));
    } catch (FailureException e) {
      return Optional.empty();
    }
  }

  /**
   * @param context one that was generated for it, or null
   */
  private Unsigned readWith(
      ObjectNode credential,
      GeneratedContext context,
      Map<String, JsonNode> contexts,
      Budget budget) {
    ObjectNode document = credential.deepCopy();
    Map<String, JsonNode> all = new HashMap<>(contexts);
    if (context != null) {
      document.withArray("@context").add(context.address());
      all.put(context.address(), context.document());
    }
    ReadDocument read = canonicalizer.read(document, all, Rules.ISSUE, budget);
    return new Unsigned(document, read.form().nQuads(), read.terms(), contexts, context);
  }

  @Override
  public KeyType keyType() {
    return suites.getFirst().keyType();
  }

  @Override
  public Prepared prepare(Unsigned unsigned, StoredKey key, Instant created, String nonce) {
    CanonicalForm form = new CanonicalForm(unsigned.canonical());
    NewProof proof = suites.getFirst().prepare(form, key, created, nonce);
    return new Prepared(
        proof.algorithm(), proof.input(), signature -> signed(unsigned, proof, signature));
  }

  private static SignedDocument signed(Unsigned unsigned, NewProof proof, byte[] signature) {
    ObjectNode credential = JsonNodeFactory.instance.objectNode();
    credential.setAll(unsigned.document());
    credential.set("proof", proof.signed().apply(signature));
    return new SignedDocument(credential, unsigned, Sha256.hex(signature));
  }

  @Override
  public Optional<String> unsupported(ObjectNode proof) {
    return suiteOf(proof)
        .map(suite -> suite.unsupportedForm(proof))
        .or(() -> dataIntegrity(proof).map(suite -> suite.unsupportedForm(proof)))
        .map(form -> form.map(name -> "form.unsupported:" + name))
        .orElseGet(() -> Optional.of("suite.unsupported:" + named(suiteName(proof))));
  }

  private static String suiteName(ObjectNode proof) {
    return proof.path(proof.has("cryptosuite") ? "cryptosuite" : "type").asText();
  }

  private Optional<DataIntegritySuite> dataIntegrity(ObjectNode proof) {
    return dataIntegrity.stream().filter(suite -> suite.isOf(proof)).findFirst();
  }

  private Optional<ProofSuite> suiteOf(ObjectNode proof) {
    String type = proof.path("type").asText();
    return suites.stream().filter(suite -> suite.type().equals(type)).findFirst();
  }

  /** A text of the proof as a reason may show it. */
  private static String named(String text) {
    return PLAIN_NAME.matcher(text).matches() ? text : "unnamed";
  }

  @Override
  public String signedHash(ObjectNode credential, Map<String, JsonNode> contexts, Budget budget) {
    return canonicalizer.canonicalize(credential, contexts, Rules.VERIFY, budget).signedHash();
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
      return new Verification(verdict(e, credential), null);
    }
    SecuredDocument document = new SecuredDocument(credential, contexts, read.form());
    return new Verification(verdict(read, document, proof, key, budget), read.terms());
  }

  private Verdict verdict(
      ReadDocument read,
      SecuredDocument document,
      ObjectNode proof,
      VerificationKey key,
      Budget budget) {
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
      Optional<DataIntegritySuite> suite = dataIntegrity(proof);
      if (suite.isPresent()) {
        DataIntegritySuite.VerifiedProof verified =
            suite.get().verify(document, proof, key.publicKey(), budget);
        return valid(read, verified.signature(), verified.terms());
      }
      ProofSuite other = suiteOf(proof).orElseThrow(() -> new InvalidProofException("proof.type"));
      VerifiedProof verified = other.verify(read.form(), proof, key.publicKey(), budget);
      return valid(read, verified.signature(), verified.terms());
    } catch (InvalidProofException e) {
      return new Verdict.Invalid(e.reason(), List.of());
    } catch (FailureException e) {
      return verdict(e, JsonNodeFactory.instance.objectNode());
    }
  }

  private static Verdict valid(ReadDocument read, byte[] signature, ProofTerms terms) {
    return new Verdict.Valid(read.form().signedHash(), Sha256.hex(signature), terms);
  }

  /** A document that is refused is not valid; what is not known, or too much work, stays open. */
  private static Verdict verdict(FailureException refusal, ObjectNode credential) {
    List<Violation> violations = refusal.failure().violations();
    if (refusal.failure().kind() != FailureKind.INVALID || violations.isEmpty()) {
      throw refusal;
    }
    String rule = violations.getFirst().rule();
    Optional<Violation> unknown =
        violations.stream()
            .filter(one -> one.rule().equals(Canonicalizer.UNKNOWN_CONTEXT))
            .findFirst();
    if (unknown.isPresent()) {
      return new Verdict.Undecided(unknownContext(credential, unknown.get().pointer()));
    }
    return violations.stream().anyMatch(v -> v.rule().equals("limit"))
        ? new Verdict.Undecided("document.limit")
        : new Verdict.Invalid("document." + rule, violations);
  }

  private static String unknownContext(ObjectNode credential, String pointer) {
    String address = NestedContexts.unwrapped(credential).at(pointer).asText();
    return PLAIN_ADDRESS.matcher(address).matches()
        ? Canonicalizer.UNKNOWN_CONTEXT + ":" + address
        : Canonicalizer.UNKNOWN_CONTEXT;
  }

  /**
   * A context for what the document's own leave undefined; throws the refusal if that is no help.
   */
  private GeneratedContext contextFor(
      ObjectNode document,
      Map<String, JsonNode> contexts,
      FailureException refusal,
      Budget budget) {
    boolean someUndefined =
        refusal.failure().violations().stream().anyMatch(v -> UNDEFINED.contains(v.rule()));
    if (undefinedTerms == UndefinedTermsPolicy.REFUSE || !someUndefined) {
      throw refusal;
    }
    Set<String> terms = canonicalizer.undefinedTerms(document, contexts, budget);
    if (terms.isEmpty() || !terms.stream().allMatch(UndefinedTerms::canDefine)) {
      throw refusal;
    }
    return UndefinedTerms.define(publicBase, terms, document, budget);
  }
}
