package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Map;
import org.attestry.credential.Budgets;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.PublicKeyForms;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.proof.Proofs.Unsigned;

/** Credentials of issuers elsewhere, with a did:key, signed by any suite. */
public final class TestDataIntegrity {

  private TestDataIntegrity() {}

  public static KeyPair keys(String suite) {
    return Keys.generate(proofs(suite).suite().keyType());
  }

  public static String didKey(KeyPair keys) {
    return "did:key:" + PublicKeyForms.of(keys.getPublic()).multibase();
  }

  public static ObjectNode credential(String suite, KeyPair keys, String did) {
    return credential(suite, keys, did, null);
  }

  /**
   * @param subject the id of whom it is about, or null
   */
  public static ObjectNode credential(String suite, KeyPair keys, String did, String subject) {
    ObjectNode credential = Documents.withSubject("{}").put("issuer", did);
    ((ArrayNode) credential.get("@context")).remove(1);
    ObjectNode about = credential.putObject("credentialSubject").put("urn:name", "Ada");
    if (subject != null) {
      about.put("id", subject);
    }
    ProofSuites proofs = proofs(suite);
    Unsigned unsigned = proofs.read(credential, proofs.suite(), Map.of(), Budgets.ofACall());
    String method = did + "#" + did.substring("did:key:".length());
    return new TestSigner(method, did, keys)
        .sign(proofs, unsigned, Instant.parse("2026-01-02T03:04:05Z"), null)
        .credential();
  }

  private static ProofSuites proofs(String suite) {
    return TestProofs.at("https://registry.example", suite);
  }
}
