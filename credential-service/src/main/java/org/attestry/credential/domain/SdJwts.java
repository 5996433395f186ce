package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;
import org.attestry.contracts.credential.VerificationView.Check;
import org.attestry.credential.domain.Proofs.Verification;
import org.attestry.runtime.work.Budget;

/**
 * Signs and verifies credentials as SD-JWT (SD-JWT VC; RFC 9901). Its methods take CPU time: call
 * them through {@link CryptoWorkers}.
 */
public interface SdJwts {

  /** Whether a text has the form of an SD-JWT. */
  boolean isOne(String text);

  /** The type of the keys that sign by an algorithm of JWS; empty for one that is not used here. */
  Optional<KeyType> keyType(String algorithm);

  /** Whether a holder's key (RFC 7517) is a public one of a type that is used here. */
  boolean isHolderKey(JsonNode jwk);

  /** Writes what is to be signed. */
  Prepared<String> prepare(SdJwtDraft draft, StoredKey key, Instant created);

  /** What an SD-JWT says of its signature. */
  Named named(String text);

  /**
   * Verifies the signature of the issuer, and that what is disclosed is what was signed.
   *
   * @param key null for one that is not known
   */
  Verification verify(String text, VerificationKey key, Budget budget);

  /** Verifies the key binding; empty where there is none and none is expected. */
  Optional<Check> holder(String text, Expected expected, Instant now);

  /**
   * @param verificationMethod the key that it names; empty without one
   * @param refusal why it cannot be verified, or null
   */
  record Named(String verificationMethod, Check refusal) {}

  /**
   * What a key binding must say.
   *
   * @param nonce null for any
   * @param audience null for any
   */
  record Expected(String nonce, String audience) {

    public boolean none() {
      return nonce == null && audience == null;
    }
  }
}
