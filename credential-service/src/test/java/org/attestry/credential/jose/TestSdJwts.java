package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.attestry.credential.Budgets;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.PublicKeyForms;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.draft.SdJwtDraft;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.suite.Documents;
import org.attestry.runtime.json.Json;

/** SD-JWT credentials of an issuer with one key, and their holder. */
public record TestSdJwts(KeyPair issuer, KeyPair holder) {

  static final String ISSUER = "did:web:issuer.example";
  static final String METHOD = ISSUER + "#key-1";
  static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private static final SdJwtCredentials CREDENTIALS = new SdJwtCredentials();

  /** Signs a filled template as the service does. */
  String sign(ObjectNode filled) {
    Issuers issuers = new Issuers(ISSUER, List.of(), 1);
    SdJwtDraft draft = SdJwtDraft.of(filled, CREDENTIALS, issuers);
    Prepared<String> prepared =
        CREDENTIALS.prepare(draft, new TestSigner(METHOD, ISSUER, issuer).storedKey(), NOW);
    return prepared
        .completed()
        .apply(Signatures.sign(prepared.algorithm(), issuer.getPrivate(), prepared.input()));
  }

  /** A filled template whose claims are about the holder. */
  ObjectNode template(String claims, String... disclosable) {
    ObjectNode filled = Json.object().put("issuer", ISSUER);
    filled.set("credentialSubject", Documents.json(claims));
    String algorithm = JwsAlgorithms.name(JwsAlgorithms.of(Keys.type(issuer.getPublic())));
    ObjectNode proof = filled.putObject("proof");
    proof.put("type", SdJwt.TYPE).put("alg", algorithm).put("vct", "urn:example:licence");
    for (String pointer : disclosable) {
      proof.withArray("disclosable").add(pointer);
    }
    proof.set("holderKey", holderKey());
    return filled;
  }

  public JsonNode holderKey() {
    return PublicKeyForms.of(holder.getPublic()).jwk();
  }

  /** Adds a key binding of the holder. */
  public String bound(String presented, String header, JsonNode payload) {
    ObjectNode said = payload.deepCopy();
    if (!said.has("sd_hash")) {
      said.put("sd_hash", Disclosures.digest(presented));
    }
    return presented + jwt(header, said.toString(), holder);
  }

  public static String jwt(String header, String payload, KeyPair keys) {
    String input = encoded(header) + "." + encoded(payload);
    byte[] signature =
        Signatures.sign(
            JwsAlgorithms.of(Keys.type(keys.getPublic())),
            keys.getPrivate(),
            input.getBytes(StandardCharsets.US_ASCII));
    return input + "." + DetachedJws.encode(signature);
  }

  static String encoded(String text) {
    return DetachedJws.encode(text.getBytes(StandardCharsets.UTF_8));
  }

  Verdict verdict(String text) {
    VerificationKey key =
        new VerificationKey(
            METHOD, ISSUER, KeyState.ACTIVE, issuer.getPublic(), "", Set.of(), SigningTime.UNKNOWN);
    return CREDENTIALS.verify(text, key, Budgets.ofACall()).verdict();
  }
}
