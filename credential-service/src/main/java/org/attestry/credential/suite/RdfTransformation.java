package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.credential.canonical.CanonicalForm;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.jsonld.Rules;
import org.attestry.runtime.fair.Budget;

/**
 * Writes documents and proofs as canonical statements (RDFC-1.0). A proof is read under the
 * contexts of its document (W3C Data Integrity EdDSA Cryptosuites 1.0, section 3.2; ECDSA, section
 * 3.2).
 */
final class RdfTransformation implements Transformation {

  private final ProofForms forms;

  RdfTransformation(Canonicalizer canonicalizer) {
    this.forms = new ProofForms(canonicalizer);
  }

  @Override
  public boolean coversJson() {
    return false;
  }

  @Override
  public byte[] hash(SecuredDocument document) {
    return document.form().sha256();
  }

  @Override
  public void complete(ObjectNode options, SecuredDocument document) {
    // The contexts are those of the document.
  }

  /**
   * Reads the options. The contexts are not signed, so somebody could give the JSON's names another
   * meaning under a valid signature. So each statement must have the meaning of its JSON.
   */
  @Override
  public Options read(ObjectNode proof, SecuredDocument document, Rules rules, Budget budget) {
    JsonNode contexts = document.document().path("@context");
    if (proof.has("@context") && !proof.get("@context").equals(contexts)) {
      throw new InvalidProofException("proof.context");
    }
    ObjectNode options = proof.deepCopy();
    options.set("@context", contexts);
    CanonicalForm form = forms.of(options, document.contexts(), rules, budget);
    ProofStatements statements = ProofStatements.of(form);
    boolean agree =
        statements.agree("proofPurpose", purpose(proof.path("proofPurpose").asText()))
            && statements.agree("cryptosuite", proof.path("cryptosuite").asText())
            && statements.agree("verificationMethod", proof.path("verificationMethod").asText());
    if (!agree) {
      throw new InvalidProofException("proof.context");
    }
    return new Options(form.sha256(), statements.terms());
  }

  /** Returns the IRI of a purpose in the contexts of the suites. */
  private static String purpose(String name) {
    return ProofStatements.SECURITY
        + (name.equals(ProofSuite.AUTHENTICATION) ? "authenticationMethod" : name);
  }
}
