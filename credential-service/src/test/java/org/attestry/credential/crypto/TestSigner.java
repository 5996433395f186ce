package org.attestry.credential.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.PrivatePart;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.suite.ProofSuite;
import org.attestry.credential.suite.SecuredDocument;

/** Signs with a key pair that is in memory. */
public record TestSigner(String verificationMethod, String issuer, KeyPair pair) {

  public Proofs.SignedDocument sign(
      Proofs proofs, Proofs.Unsigned unsigned, Instant created, String nonce) {
    Prepared<Proofs.SignedDocument> prepared =
        proofs.prepare(unsigned, storedKey(), created, nonce, Budgets.ofACall());
    return prepared
        .completed()
        .apply(Signatures.sign(prepared.algorithm(), pair.getPrivate(), prepared.input()));
  }

  public ObjectNode sign(
      ProofSuite suite, SecuredDocument document, Instant created, String nonce) {
    Prepared<ObjectNode> proof =
        suite.prepare(document, storedKey(), created, nonce, Budgets.ofACall());
    return proof
        .completed()
        .apply(Signatures.sign(proof.algorithm(), pair.getPrivate(), proof.input()));
  }

  /** A document that is to be signed, or was. */
  public static SecuredDocument secured(
      Canonicalizer canonicalizer,
      ObjectNode document,
      Map<String, JsonNode> contexts,
      Rules rules) {
    Canonicalizer.ReadDocument read =
        canonicalizer.read(document, contexts, rules, Budgets.ofACall());
    return new SecuredDocument(document, contexts, read.form(), read.terms());
  }

  public StoredKey storedKey() {
    return new StoredKey(
        verificationMethod,
        issuer,
        Keys.type(pair.getPublic()),
        KeyState.ACTIVE,
        PemKeys.write(pair.getPublic()),
        PrivatePart.NONE,
        Set.of(),
        Instant.EPOCH,
        SigningTime.UNKNOWN);
  }
}
