package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.proof.Proofs.Presentation;
import org.attestry.runtime.json.Json;

/** Presentations that holders with a did:key sign. */
public final class TestPresentations {

  public static final String SUITE = "eddsa-rdfc-2022";

  private TestPresentations() {}

  /** A presentation without proof. */
  public static ObjectNode of(String holder, List<? extends JsonNode> credentials) {
    ObjectNode presentation = Json.object();
    presentation.putArray("@context").add("https://www.w3.org/ns/credentials/v2");
    presentation.putArray("type").add("VerifiablePresentation");
    if (holder != null) {
      presentation.put("holder", holder);
    }
    credentials.forEach(presentation.withArray("verifiableCredential")::add);
    return presentation;
  }

  /**
   * Signs with eddsa-rdfc-2022, which covers the statements.
   *
   * @param options members of the proof beside those that each has
   */
  public static ObjectNode signed(
      ObjectNode presentation,
      List<? extends JsonNode> credentials,
      KeyPair keys,
      ObjectNode options) {
    ObjectNode proof = proof(SUITE, keys, options);
    Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());
    ObjectNode own = (ObjectNode) presentation.deepCopy().without("verifiableCredential");
    PresentationStatements read =
        PresentationStatements.read(
            new Presentation(presentation, own, List.copyOf(credentials), proof),
            true,
            Map.of(),
            canonicalizer,
            Budgets.ofACall());
    SecuredDocument document =
        new SecuredDocument(presentation, Map.of(), read.form(), read.terms());
    return signed(document, proof, new RdfTransformation(canonicalizer), keys);
  }

  /** Signs with eddsa-jcs-2022, which covers the JSON. */
  public static ObjectNode signedJson(ObjectNode presentation, KeyPair keys, ObjectNode options) {
    ObjectNode proof = proof("eddsa-jcs-2022", keys, options);
    proof.set("@context", presentation.get("@context"));
    SecuredDocument document = new SecuredDocument(presentation, Map.of(), null, null);
    return signed(document, proof, new JcsTransformation(), keys);
  }

  private static ObjectNode proof(String suite, KeyPair keys, ObjectNode options) {
    String did = TestDataIntegrity.didKey(keys);
    return Json.object()
        .put("type", "DataIntegrityProof")
        .put("cryptosuite", suite)
        .put("created", "2026-01-02T03:04:05Z")
        .put("verificationMethod", did + "#" + did.substring("did:key:".length()))
        .put("proofPurpose", "authentication")
        .setAll(options);
  }

  private static ObjectNode signed(
      SecuredDocument document, ObjectNode proof, Transformation transformation, KeyPair keys) {
    byte[] options = transformation.read(proof, document, Rules.VERIFY, Budgets.ofACall()).hash();
    byte[] input = Arrays.copyOf(options, 64);
    System.arraycopy(transformation.hash(document), 0, input, 32, 32);
    byte[] signature = Signatures.sign(SignatureAlgorithm.ED25519, keys.getPrivate(), input);
    ObjectNode signed = document.document().deepCopy();
    signed.set("proof", proof.put("proofValue", ProofValue.of(signature)));
    return signed;
  }
}
