package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.credential.canonical.CanonicalForm;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.canonical.Canonicalizer.Attempt;
import org.attestry.credential.canonical.Canonicalizer.ReadDocument;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.jose.VcJwt;
import org.attestry.credential.jose.VcJwt.Form;
import org.attestry.credential.jsonld.ContextRules;
import org.attestry.credential.jsonld.NestedContexts;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.GeneratedContext;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.suite.ProofSuite.VerifiedProof;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/** Signs and verifies credentials with proofs of several suites. */
public final class ProofSuites implements Proofs {

  /** Rules of violations by contexts under which the meaning of a credential is not known here. */
  private static final Set<String> OPEN_CONTEXTS =
      Set.of(Canonicalizer.UNKNOWN_CONTEXT, ContextRules.UNSUPPORTED);

  private static final Verdict MISMATCH = new Verdict.Invalid("signature.mismatch", List.of());

  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9._:/#+-]{1,100}");

  private static final Pattern PLAIN_ADDRESS =
      Pattern.compile("[A-Za-z0-9._~:/?#@!$()*+,;=%-]{1,200}");

  private final Canonicalizer canonicalizer;
  private final List<ProofSuite> suites;
  private final SigningSuite byDefault;
  private final UndefinedTermsPolicy undefinedTerms;
  private final String publicBase;

  /**
   * @param suites that sign and verify
   * @param byDefault the name of the suite for templates that name none
   * @param publicBase the public address of generated contexts, without trailing slash
   * @throws IllegalArgumentException if no suite has the name, or it makes no proofs within
   *     credentials
   */
  public ProofSuites(
      Canonicalizer canonicalizer,
      List<ProofSuite> suites,
      String byDefault,
      UndefinedTermsPolicy undefinedTerms,
      String publicBase) {
    this.canonicalizer = canonicalizer;
    this.suites = List.copyOf(suites);
    this.byDefault = signing(named(byDefault));
    if (this.byDefault.envelops()) {
      throw new IllegalArgumentException(byDefault + " makes no proofs that stand in credentials.");
    }
    this.undefinedTerms = undefinedTerms;
    this.publicBase = publicBase;
  }

  /**
   * Returns the suites that sign and verify.
   *
   * @param rsa the algorithm of new proofs of RsaSignature2018
   */
  public static List<ProofSuite> all(Canonicalizer canonicalizer, SignatureAlgorithm rsa) {
    return List.of(
        new RsaSignature2018(canonicalizer, rsa),
        DataIntegritySuite.ed25519Signature2020(canonicalizer),
        DataIntegritySuite.eddsaRdfc2022(canonicalizer),
        DataIntegritySuite.eddsaJcs2022(),
        DataIntegritySuite.ecdsaRdfc2019(canonicalizer),
        new VcJwtSuite(SignatureAlgorithm.ES256),
        new VcJwtSuite(SignatureAlgorithm.ED25519),
        new VcJwtSuite(SignatureAlgorithm.PS256));
  }

  @Override
  public SigningSuite suite() {
    return byDefault;
  }

  @Override
  public SigningSuite suite(String name) {
    return signing(named(name));
  }

  @Override
  public List<String> suites() {
    return suites.stream().map(ProofSuite::name).toList();
  }

  @Override
  public Optional<SigningSuite> suite(JsonNode proof) {
    JsonNode cryptosuite = proof.path("cryptosuite");
    return suites.stream()
        .filter(suite -> suite.isNamedBy(proof))
        .findFirst()
        .filter(suite -> cryptosuite.isMissingNode() || suite.name().equals(cryptosuite.asText()))
        .map(ProofSuites::signing)
        .filter(suite -> suite.envelops() || !proof.has("alg"));
  }

  @Override
  public SigningSuite enveloping(KeyType type) {
    return suites.stream()
        .map(ProofSuites::signing)
        .filter(suite -> suite.envelops() && suite.keyType() == type)
        .findFirst()
        .orElseThrow();
  }

  private static SigningSuite signing(ProofSuite suite) {
    return new SigningSuite(suite.name(), suite.keyType(), suite instanceof VcJwtSuite);
  }

  private ProofSuite named(String name) {
    return suites.stream()
        .filter(suite -> suite.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s is no proof suite; take one of %s.".formatted(name, suites())));
  }

  @Override
  public Unsigned read(
      ObjectNode credential, SigningSuite suite, Map<String, JsonNode> contexts, Budget budget) {
    ObjectNode document = credential.deepCopy();
    named(suite.name())
        .missingContext(document)
        .ifPresent(address -> document.withArray("@context").add(address));
    Attempt first = canonicalizer.attempt(document, contexts, Rules.ISSUE, budget);
    if (first.violations().isEmpty()) {
      return unsigned(document, first.read(), contexts, null, suite);
    }
    GeneratedContext context = contextFor(document, first, budget);
    ObjectNode completed = document.deepCopy();
    completed.withArray("@context").add(context.address());
    Map<String, JsonNode> all = new HashMap<>(contexts);
    all.put(context.address(), context.document());
    ReadDocument read = canonicalizer.read(completed, all, Rules.ISSUE, budget);
    return unsigned(completed, read, contexts, context, suite);
  }

  private Unsigned unsigned(
      ObjectNode document,
      ReadDocument read,
      Map<String, JsonNode> contexts,
      GeneratedContext generated,
      SigningSuite suite) {
    DataModelRules.check(read, document, Rules.ISSUE).refuse();
    if (!named(suite.name()).coversJson()) {
      read.ambiguities().refuse();
    }
    return new Unsigned(document, read.form().nQuads(), read.terms(), contexts, generated, suite);
  }

  @Override
  public Prepared<SignedDocument> prepare(
      Unsigned unsigned, StoredKey key, Instant created, String nonce, Budget budget) {
    Prepared<ObjectNode> proof = proof(unsigned, key, created, nonce, budget);
    return new Prepared<>(
        proof.algorithm(), proof.input(), signature -> signed(unsigned, proof, signature));
  }

  private Prepared<ObjectNode> proof(
      Unsigned unsigned, StoredKey key, Instant created, String nonce, Budget budget) {
    try {
      return named(unsigned.suite().name()).prepare(secured(unsigned), key, created, nonce, budget);
    } catch (InvalidProofException e) {
      throw FailureException.invalid(
          "credential.document.invalid",
          "/@context",
          e.reason(),
          "The contexts give a member of the proof another meaning than its suite: define terms by"
              + " other names than those of a proof.");
    }
  }

  private static SecuredDocument secured(Unsigned unsigned) {
    Map<String, JsonNode> contexts = new HashMap<>(unsigned.contexts());
    if (unsigned.context() != null) {
      contexts.put(unsigned.context().address(), unsigned.context().document());
    }
    CanonicalForm form = new CanonicalForm(unsigned.canonical());
    return new SecuredDocument(unsigned.document(), contexts, form, unsigned.terms());
  }

  private static SignedDocument signed(
      Unsigned unsigned, Prepared<ObjectNode> proof, byte[] signature) {
    ObjectNode signed = proof.completed().apply(signature);
    byte[] unique = Signatures.unique(proof.algorithm(), signature);
    if (unsigned.suite().envelops()) {
      return new SignedDocument(signed, unsigned, Sha256.hex(unique));
    }
    ObjectNode credential = Json.object();
    credential.setAll(unsigned.document());
    credential.set("proof", signed);
    return new SignedDocument(credential, unsigned, Sha256.hex(unique));
  }

  @Override
  public Optional<Opened> opened(JsonNode sent) {
    return VcJwt.opened(sent, Form.CREDENTIAL);
  }

  @Override
  public Optional<Opened> openedPresentation(JsonNode sent) {
    return VcJwt.opened(sent, Form.PRESENTATION);
  }

  @Override
  public String jwt(ObjectNode enveloped) {
    return VcJwt.text(enveloped);
  }

  @Override
  public Optional<String> unsupported(ObjectNode proof) {
    return suiteOf(proof)
        .map(suite -> suite.unsupportedForm(proof).map(form -> "form.unsupported:" + form))
        .orElseGet(() -> Optional.of("suite.unsupported:" + shown(suiteName(proof))));
  }

  /** Returns the suite of a proof, also one that only verifies. */
  private Optional<ProofSuite> suiteOf(JsonNode proof) {
    return Stream.concat(suites.stream(), VcJwtSuite.OF_PRESENTATIONS.stream())
        .filter(suite -> suite.isNamedBy(proof))
        .findFirst();
  }

  private static String suiteName(ObjectNode proof) {
    String type = proof.path("type").asText();
    return Stream.of(Form.values()).anyMatch(form -> form.type().equals(type))
        ? type + "/" + proof.path("alg").asText()
        : proof.path(proof.has("cryptosuite") ? "cryptosuite" : "type").asText();
  }

  /** Returns a text of the proof for a reason, or {@code unnamed} if it is not a plain name. */
  private static String shown(String text) {
    return PLAIN_NAME.matcher(text).matches() ? text : "unnamed";
  }

  @Override
  public List<String> signedHashes(
      ObjectNode credential, Map<String, JsonNode> contexts, Budget budget) {
    ReadDocument read = canonicalizer.read(credential, contexts, Rules.VERIFY, budget);
    Stream<ReadDocument> forms =
        Stream.concat(Stream.of(read), former(read, credential, contexts, budget).stream());
    return forms.map(form -> form.form().signedHash()).toList();
  }

  /** Reads the other form by which the credential may verify. */
  private Optional<ReadDocument> former(
      ReadDocument read, ObjectNode credential, Map<String, JsonNode> contexts, Budget budget) {
    return read.capitals()
        ? Optional.of(canonicalizer.read(credential, contexts, Rules.VERIFY_FORMER, budget))
        : Optional.empty();
  }

  @Override
  public Verification verify(
      ObjectNode credential,
      ObjectNode proof,
      Map<String, JsonNode> contexts,
      VerificationKey key,
      Budget budget) {
    try {
      ReadDocument read = canonicalizer.read(credential, contexts, Rules.VERIFY, budget);
      Optional<Violation> wrong = wrong(read, credential, proof);
      if (wrong.isPresent()) {
        Verdict invalid = new Verdict.Invalid("document." + wrong.get().rule(), List.of());
        return new Verification(invalid, read.terms());
      }
      Verdict verdict = verdict(secured(credential, contexts, read), proof, key, budget);
      Optional<ReadDocument> former =
          verdict.equals(MISMATCH) ? former(read, credential, contexts, budget) : Optional.empty();
      if (former.isPresent()) {
        read = former.get();
        verdict = verdict(secured(credential, contexts, read), proof, key, budget);
      }
      return new Verification(verdict, read.terms());
    } catch (FailureException e) {
      return new Verification(verdict(e, credential), null);
    }
  }

  private static SecuredDocument secured(
      ObjectNode credential, Map<String, JsonNode> contexts, ReadDocument read) {
    return new SecuredDocument(credential, contexts, read.form(), read.terms());
  }

  private Optional<Violation> wrong(ReadDocument read, ObjectNode credential, ObjectNode proof) {
    return DataModelRules.check(read, credential, Rules.VERIFY)
        .first()
        .or(() -> ambiguity(read, proof));
  }

  /** Returns what is ambiguous in a document if the proof covers only its statements. */
  private Optional<Violation> ambiguity(ReadDocument read, ObjectNode proof) {
    return coversJson(proof) ? Optional.empty() : read.ambiguities().first();
  }

  private boolean coversJson(ObjectNode proof) {
    return proof != null && suiteOf(proof).filter(ProofSuite::coversJson).isPresent();
  }

  private Verdict verdict(
      SecuredDocument document, ObjectNode proof, VerificationKey key, Budget budget) {
    if (proof == null || key == null) {
      return new Verdict.Undecided(proof == null ? "proof.missing" : "key.unknown");
    }
    if (!document.terms().isCredential()) {
      return new Verdict.Invalid("document.not-a-credential", List.of());
    }
    if (document.terms().labelled()) {
      return new Verdict.Invalid("document.blank-node", List.of());
    }
    return verdict(document, proof, ProofSuite.ASSERTION, key, budget);
  }

  private Verdict verdict(
      SecuredDocument document,
      ObjectNode proof,
      String purpose,
      VerificationKey key,
      Budget budget) {
    try {
      ProofSuite suite = suiteOf(proof).orElseThrow(() -> new InvalidProofException("proof.type"));
      VerifiedProof verified = suite.verify(document, proof, purpose, key.publicKey(), budget);
      return new Verdict.Valid(
          document.form().signedHash(), Sha256.hex(verified.signature()), verified.terms());
    } catch (InvalidProofException e) {
      return new Verdict.Invalid(e.reason(), List.of());
    } catch (FailureException e) {
      return verdict(e, Json.object());
    }
  }

  @Override
  public Presented verify(
      Presentation presentation,
      Map<String, JsonNode> contexts,
      VerificationKey key,
      Budget budget) {
    boolean statements = !coversJson(presentation.proof());
    PresentationStatements read;
    try {
      read = PresentationStatements.read(presentation, statements, contexts, canonicalizer, budget);
    } catch (FailureException e) {
      return new Presented(verdict(e, presentation.whole()), List.of());
    }
    return new Presented(verdict(read, presentation, contexts, key, budget), read.holders());
  }

  private Verdict verdict(
      PresentationStatements read,
      Presentation presentation,
      Map<String, JsonNode> contexts,
      VerificationKey key,
      Budget budget) {
    if (!read.isPresentation() || read.labelled()) {
      String reason = read.labelled() ? "document.blank-node" : "document.not-a-presentation";
      return new Verdict.Invalid(reason, List.of());
    }
    Optional<Violation> ambiguity = ambiguity(read.own(), presentation.proof());
    if (ambiguity.isPresent()) {
      return new Verdict.Invalid("document." + ambiguity.get().rule(), List.of());
    }
    if (key == null) {
      return new Verdict.Undecided("key.unknown");
    }
    SecuredDocument document =
        new SecuredDocument(presentation.whole(), contexts, read.form(), read.terms());
    Verdict verdict =
        verdict(document, presentation.proof(), ProofSuite.AUTHENTICATION, key, budget);
    boolean unsigned =
        presentation.holdsTexts()
            && verdict instanceof Verdict.Valid valid
            && !valid.proof().coversJson();
    return unsigned ? new Verdict.Invalid("document.credential-text", List.of()) : verdict;
  }

  /**
   * Returns the verdict on a refused document: invalid, or undecided if a context is unknown or
   * reading is too much work.
   */
  private static Verdict verdict(FailureException refusal, ObjectNode credential) {
    List<Violation> violations = refusal.failure().violations();
    if (refusal.failure().kind() != FailureKind.INVALID || violations.isEmpty()) {
      throw refusal;
    }
    String rule = violations.getFirst().rule();
    Optional<Violation> context =
        violations.stream().filter(one -> OPEN_CONTEXTS.contains(one.rule())).findFirst();
    if (context.isPresent()) {
      return new Verdict.Undecided(openContext(credential, context.get()));
    }
    return violations.stream().anyMatch(v -> v.rule().equals("limit"))
        ? new Verdict.Undecided("document.limit")
        : new Verdict.Invalid("document." + rule, violations);
  }

  /** Returns the reason, with the address of an unknown context or the place of an inline one. */
  private static String openContext(ObjectNode credential, Violation context) {
    boolean unknown = context.rule().equals(Canonicalizer.UNKNOWN_CONTEXT);
    String named =
        unknown
            ? NestedContexts.unwrapped(credential).at(context.pointer()).asText()
            : context.pointer();
    return PLAIN_ADDRESS.matcher(named).matches() ? context.rule() + ":" + named : context.rule();
  }

  /** Generates a context for undefined terms; refuses the document if that does not help. */
  private GeneratedContext contextFor(ObjectNode document, Attempt attempt, Budget budget) {
    Set<String> terms = attempt.undefined();
    boolean helps = !terms.isEmpty() && terms.stream().allMatch(UndefinedTerms::canDefine);
    if (undefinedTerms == UndefinedTermsPolicy.REFUSE || !helps) {
      attempt.violations().refuse();
    }
    return UndefinedTerms.define(publicBase, terms, document, budget);
  }
}
