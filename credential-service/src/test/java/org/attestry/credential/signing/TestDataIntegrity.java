package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.credential.Budgets;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;

/** Makes Data Integrity proofs with keys that are in memory. */
public final class TestDataIntegrity {

  private static final Canonicalizer CANONICALIZER = new Canonicalizer(BundledContexts.load());

  private static final String ED25519_CONTEXT = "https://w3id.org/security/suites/ed25519-2020/v1";
  private static final String DATA_INTEGRITY_CONTEXT =
      "https://w3id.org/security/data-integrity/v2";

  private TestDataIntegrity() {}

  static Stream<DataIntegritySuite> all() {
    return DataIntegritySuite.all(CANONICALIZER).stream();
  }

  static DataIntegritySuite suite(String name) {
    return all().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  static SecuredDocument read(ObjectNode document, Map<String, JsonNode> contexts) {
    CanonicalForm form =
        CANONICALIZER.canonicalize(document, contexts, Rules.VERIFY, Budgets.ofACall());
    return new SecuredDocument(document, contexts, form);
  }

  public static KeyPair keys(String suite) throws GeneralSecurityException {
    if (!suite.startsWith("ecdsa")) {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      return new KeyPair(Ed25519.publicKey(raw(pair.getPublic())), pair.getPrivate());
    }
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static byte[] raw(PublicKey key) {
    return SubjectPublicKeyInfo.getInstance(key.getEncoded()).getPublicKeyData().getBytes();
  }

  /** Adds the context that defines the suite's proofs, unless one of the document's does. */
  static void addContext(ObjectNode document, String suite) {
    ArrayNode contexts = (ArrayNode) document.get("@context");
    String context = suite.startsWith("Ed") ? ED25519_CONTEXT : DATA_INTEGRITY_CONTEXT;
    boolean second = contexts.get(0).asText().equals("https://www.w3.org/ns/credentials/v2");
    if (!second || suite.startsWith("Ed")) {
      contexts.add(context);
    }
  }

  /** A credential of an issuer with a did:key. */
  public static ObjectNode credential(String suite, KeyPair keys, String did)
      throws GeneralSecurityException {
    ObjectNode credential = Documents.withSubject("{}").put("issuer", did);
    ((ArrayNode) credential.get("@context")).remove(1);
    credential.putObject("credentialSubject").put("urn:name", "Ada");
    addContext(credential, suite);
    String method = did + "#" + did.substring("did:key:".length());
    ObjectNode proof =
        sign(suite, keys.getPrivate(), method, read(credential, Map.of()), "2026-01-02T03:04:05Z");
    return credential.set("proof", proof);
  }

  public static String didKey(KeyPair keys) {
    return "did:key:" + PublicKeyForms.of(keys.getPublic()).multibase();
  }

  /** The members that name the suite's proofs. */
  static ObjectNode named(String suite) {
    ObjectNode proof = JsonNodeFactory.instance.objectNode();
    return suite.startsWith("Ed")
        ? proof.put("type", suite)
        : proof.put("type", "DataIntegrityProof").put("cryptosuite", suite);
  }

  static ObjectNode sign(
      String suite, PrivateKey key, String method, SecuredDocument document, String created)
      throws GeneralSecurityException {
    ObjectNode proof =
        named(suite)
            .put("created", created)
            .put("verificationMethod", method)
            .put("proofPurpose", "assertionMethod");
    if (suite.contains("-jcs-")) {
      proof.set("@context", document.document().get("@context"));
    }
    String algorithm = suite.startsWith("ecdsa") ? "SHA256withECDSAinP1363Format" : "Ed25519";
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(suite(suite).input(proof, document, Budgets.ofACall()));
    return proof.put("proofValue", ProofValue.of(signature.sign()));
  }
}
