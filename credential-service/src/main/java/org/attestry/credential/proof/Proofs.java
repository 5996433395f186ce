package org.attestry.credential.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.key.VerificationKey;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.identifier.Sha256;

/**
 * Signs and verifies credentials. Its methods take CPU time: call them through {@link
 * CryptoWorkers}.
 */
public interface Proofs {

  /** Returns the suite for templates that name none. */
  SigningSuite suite();

  /**
   * Returns the suite of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  SigningSuite suite(String name);

  /** Returns the names of the suites that a template can choose. */
  List<String> suites();

  /**
   * Returns the suite that a template's {@code proof} names by its members {@code type} and {@code
   * cryptosuite} (or {@code alg}); empty for a suite that does not sign here.
   */
  Optional<SigningSuite> suite(JsonNode proof);

  /** Returns the suite that signs credentials in a JWT with keys of a type. */
  SigningSuite enveloping(KeyType type);

  /**
   * Reads a credential that is to be signed. Terms that its contexts do not define are defined by a
   * generated context, appended to {@code @context}, or refused, as configured.
   *
   * @param suite that will sign; a context for its proofs is added if it needs one
   * @param contexts the contexts that it names beside the bundled ones, by address
   * @param budget limits the work
   * @throws FailureException of kind INVALID with everything that cannot be signed, or the failure
   *     of a spent budget
   */
  Unsigned read(
      ObjectNode credential, SigningSuite suite, Map<String, JsonNode> contexts, Budget budget);

  /**
   * Returns the signing input.
   *
   * @param key that will sign
   * @param nonce a signed text in the proof, or null
   * @param budget limits the work
   */
  Prepared<SignedDocument> prepare(
      Unsigned unsigned, StoredKey key, Instant created, String nonce, Budget budget);

  /**
   * Returns the credential in an envelope, with the envelope as its proof; empty for any other
   * value.
   *
   * @param sent a text, or the data model's form of an enveloped credential
   */
  Optional<Opened> opened(JsonNode sent);

  /**
   * Does the same for a presentation.
   *
   * @param sent a text, or the data model's form of an enveloped presentation
   */
  Optional<Opened> openedPresentation(JsonNode sent);

  /**
   * Returns the JWT in an envelope that was signed here.
   *
   * @param enveloped the credential of a {@link SignedDocument} of an enveloping suite
   */
  String jwt(ObjectNode enveloped);

  /**
   * Returns why a proof cannot be verified, if its suite or form is not supported: {@code
   * suite.unsupported:<type>} or {@code form.unsupported:<what>}.
   */
  Optional<String> unsupported(ObjectNode proof);

  /**
   * Returns the SHA-256 of each canonical form by which a credential may verify, in lower-case hex.
   *
   * @param credential without proof
   * @param contexts the contexts that it names beside the bundled ones, by address
   * @throws FailureException of kind INVALID if it cannot be read
   */
  List<String> signedHashes(ObjectNode credential, Map<String, JsonNode> contexts, Budget budget);

  /**
   * Verifies a credential's proof.
   *
   * @param proof of a supported suite and form; null to read the credential only
   * @param contexts the contexts that it names beside the bundled ones, by address
   * @param key null to read the credential only
   * @param budget limits the work; a credential that needs more is undecided
   */
  Verification verify(
      ObjectNode credential,
      ObjectNode proof,
      Map<String, JsonNode> contexts,
      VerificationKey key,
      Budget budget);

  /**
   * Verifies a presentation's own proof, whose purpose is {@code authentication}. The signature
   * covers its credentials, but they are not verified here.
   *
   * @param contexts the contexts that it or its credentials name beside the bundled ones, by
   *     address
   * @param key null to read the presentation only
   */
  Presented verify(
      Presentation presentation,
      Map<String, JsonNode> contexts,
      VerificationKey key,
      Budget budget);

  /**
   * A presentation (W3C Verifiable Credentials Data Model 1.1 section 4.10, 2.0 section 4.13).
   *
   * @param whole without its proof
   * @param own without its proof and its credentials
   * @param credentials JSON objects, or texts: JWTs and SD-JWTs
   * @param proof of a supported suite and form
   */
  record Presentation(
      ObjectNode whole, ObjectNode own, List<JsonNode> credentials, ObjectNode proof) {

    public Presentation {
      credentials = List.copyOf(credentials);
    }

    /** Returns the credentials that are JSON objects. */
    public List<ObjectNode> documents() {
      return credentials.stream()
          .filter(ObjectNode.class::isInstance)
          .map(ObjectNode.class::cast)
          .toList();
    }

    /** Says whether there are credentials that are texts, which cannot be written in RDF. */
    public boolean holdsTexts() {
      return documents().size() < credentials.size();
    }
  }

  /**
   * The verdict on a presentation's proof.
   *
   * @param holders IRIs of each {@code holder}; empty if it could not be read
   */
  record Presented(Verdict verdict, List<String> holders) {}

  /**
   * A credential that can be signed.
   *
   * @param document without proof
   * @param canonical its canonical form
   * @param terms its own terms
   * @param contexts the contexts that it was read with, beside the bundled ones, by address
   * @param context the context generated for it, or null
   * @param suite that will sign
   */
  record Unsigned(
      ObjectNode document,
      String canonical,
      SignedTerms terms,
      Map<String, JsonNode> contexts,
      GeneratedContext context,
      SigningSuite suite) {

    /** Returns the SHA-256 of the canonical form, in lower-case hex. */
    public String signedHash() {
      return Sha256.hex(canonical);
    }
  }

  /**
   * The content of an envelope.
   *
   * @param credential or presentation; null if the envelope is refused
   * @param refusal the check of an envelope that is refused, else null
   */
  record Opened(ObjectNode credential, Check refusal) {}

  /**
   * A signed credential.
   *
   * @param credential with its proof as last member, or the envelope around it
   * @param unsigned the credential before it was signed
   * @param proofHash SHA-256 of the signature's bytes, lower-case hex
   */
  record SignedDocument(ObjectNode credential, Unsigned unsigned, String proofHash) {

    public String signedHash() {
      return unsigned.signedHash();
    }
  }

  /**
   * The verdict on a proof, and the terms of the credential.
   *
   * @param terms null if the credential could not be read
   */
  record Verification(Verdict verdict, SignedTerms terms) {}

  /** The verdict on a proof. */
  sealed interface Verdict {

    /**
     * The proof is valid. The hashes are those of {@link SignedDocument}.
     *
     * @param proof the terms that the signature covers beside the document
     */
    record Valid(String signedHash, String proofHash, ProofTerms proof) implements Verdict {}

    /** The proof is invalid. */
    record Invalid(String reason, List<Violation> violations) implements Verdict {}

    /**
     * The proof cannot be verified: a context is not known here, reading it is too much work, or
     * there is no proof or key.
     */
    record Undecided(String reason) implements Verdict {}
  }
}
