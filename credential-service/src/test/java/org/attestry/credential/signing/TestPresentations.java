package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.attestry.credential.Budgets;
import org.attestry.credential.domain.Proofs.Presentation;
import org.attestry.credential.domain.SignatureAlgorithm;

/** Presentations that holders with a did:key sign with eddsa-rdfc-2022. */
public final class TestPresentations {

  public static final String SUITE = "eddsa-rdfc-2022";

  private TestPresentations() {}

  /** A presentation without proof. */
  public static ObjectNode of(String holder, List<ObjectNode> credentials) {
    ObjectNode presentation = JsonNodeFactory.instance.objectNode();
    presentation.putArray("@context").add("https://www.w3.org/ns/credentials/v2");
    presentation.putArray("type").add("VerifiablePresentation");
    if (holder != null) {
      presentation.put("holder", holder);
    }
    credentials.forEach(presentation.withArray("verifiableCredential")::add);
    return presentation;
  }

  /**
   * @param options members of the proof beside those that each has
   */
  public static ObjectNode signed(
      ObjectNode presentation, List<ObjectNode> credentials, KeyPair keys, ObjectNode options) {
    String did = TestDataIntegrity.didKey(keys);
    ObjectNode proof = JsonNodeFactory.instance.objectNode();
    proof
        .put("type", "DataIntegrityProof")
        .put("cryptosuite", SUITE)
        .put("created", "2026-01-02T03:04:05Z")
        .put("verificationMethod", did + "#" + did.substring("did:key:".length()))
        .put("proofPurpose", "authentication")
        .setAll(options);
    Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());
    ObjectNode own = (ObjectNode) presentation.deepCopy().without("verifiableCredential");
    PresentationStatements read =
        PresentationStatements.read(
            new Presentation(presentation, own, credentials, proof),
            Map.of(),
            canonicalizer,
            Budgets.ofACall());
    SecuredDocument document =
        new SecuredDocument(presentation, Map.of(), read.form(), read.terms());
    byte[] first =
        new RdfTransformation(canonicalizer).read(proof, document, Budgets.ofACall()).hash();
    byte[] input = Arrays.copyOf(first, 64);
    System.arraycopy(read.form().sha256(), 0, input, 32, 32);
    byte[] signature = Signatures.sign(SignatureAlgorithm.ED25519, keys.getPrivate(), input);
    ObjectNode signed = presentation.deepCopy();
    signed.set("proof", proof.put("proofValue", ProofValue.of(signature)));
    return signed;
  }
}
