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
public interface SdJwts extends ClaimsJwts {

  /** Whether a text has the form of an SD-JWT. */
  boolean isOne(String text);

  /** The type of the keys that sign by an algorithm of JWS; empty for one that is not used here. */
  Optional<KeyType> keyType(String algorithm);

  /** Whether a holder's key (RFC 7517) is a public one of a type that is used here. */
  boolean isHolderKey(JsonNode jwk);

  /** Writes what is to be signed. */
  Prepared<String> prepare(SdJwtDraft draft, StoredKey key, Instant created);

  /** Verifies the signature of the issuer, and that what is disclosed is what was signed. */
  @Override
  Verification verify(String text, VerificationKey key, Budget budget);

  /** Verifies the key binding; empty where there is none and none is required. */
  Optional<Check> holder(String text, Expected expected, Instant now);

  /**
   * What a key binding must say.
   *
   * @param nonce null for any
   * @param audience null for any
   * @param required whether there must be one
   */
  record Expected(String nonce, String audience, boolean required) {

    /** Of a credential by itself, which must have a key binding where one of both is given. */
    public static Expected of(String nonce, String audience) {
      return new Expected(nonce, audience, nonce != null || audience != null);
    }

    /** Of a credential in a presentation, whose own proof also has the challenge and domain. */
    static Expected inPresentation(String challenge, String domain) {
      return new Expected(challenge, domain, false);
    }
  }
}
