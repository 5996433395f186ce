package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Set;
import org.attestry.credential.domain.KeyState;
import org.attestry.credential.domain.PrivatePart;
import org.attestry.credential.domain.Proofs;
import org.attestry.credential.domain.SigningTime;
import org.attestry.credential.domain.StoredKey;

/** Signs with a key pair that is in memory. */
record TestSigner(String verificationMethod, String issuer, KeyPair pair) {

  Proofs.SignedDocument sign(
      Proofs proofs, Proofs.Unsigned unsigned, Instant created, String nonce) {
    Proofs.Prepared prepared = proofs.prepare(unsigned, storedKey(), created, nonce);
    return prepared
        .completed()
        .apply(Signatures.sign(prepared.algorithm(), pair.getPrivate(), prepared.input()));
  }

  ObjectNode sign(ProofSuite suite, CanonicalForm document, Instant created, String nonce) {
    ProofSuite.NewProof proof = suite.prepare(document, storedKey(), created, nonce);
    return proof
        .signed()
        .apply(Signatures.sign(proof.algorithm(), pair.getPrivate(), proof.input()));
  }

  StoredKey storedKey() {
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
