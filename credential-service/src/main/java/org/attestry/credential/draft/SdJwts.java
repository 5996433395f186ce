package org.attestry.credential.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.ClaimsJwts;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.runtime.fair.Budget;

/**
 * Signs and verifies credentials as SD-JWT (SD-JWT VC; RFC 9901). Its methods take CPU time: call
 * them through {@link CryptoWorkers}.
 */
public interface SdJwts extends ClaimsJwts {

  /** Says whether a text has the form of an SD-JWT. */
  boolean isOne(String text);

  /**
   * Returns the SD-JWT in an envelope (W3C Verifiable Credentials Data Model 2.0, section 4.13);
   * empty for any other JSON.
   */
  Optional<String> inEnvelope(JsonNode sent);

  /** Returns the type of keys for an algorithm of JWS; empty if the algorithm is not used here. */
  Optional<KeyType> keyType(String algorithm);

  /**
   * Returns the thumbprint (RFC 7638) of a holder's key (RFC 7517); empty if the key is not public
   * or not of a type that signs here.
   */
  Optional<String> thumbprint(JsonNode jwk);

  /** Returns pointers to the numbers that parsers of JSON read differently. */
  List<String> inexactNumbers(JsonNode claims);

  /** Returns the signing input. */
  Prepared<String> prepare(SdJwtDraft draft, StoredKey key, Instant created);

  /** Verifies the signature of the issuer, and that the disclosures are those that were signed. */
  @Override
  Verification verify(String text, VerificationKey key, Budget budget);

  /**
   * Returns the content by the names of the data model: {@code issuer}, {@code type} (its {@code
   * vct}), {@code validFrom}, {@code validUntil}, and all other claims as {@code
   * credentialSubject}. Its signature is not verified.
   *
   * @return empty for a text that cannot be read
   */
  Optional<ObjectNode> document(String text, Budget budget);

  /**
   * Verifies the key binding; empty if there is none and none is required. In a presentation it is
   * required if the credential names a holder's key that is not the presenter's.
   */
  Optional<Check> holder(String text, Expected expected, Instant now);

  /**
   * Returns the claims of an SD-JWT with a valid signature, with those that are disclosed.
   *
   * @throws FailureException if the budget is spent
   */
  ObjectNode claims(String text, Budget budget);

  /** Returns the holder's key that verified a key binding, in the form of {@link StoredKey}. */
  String holderKeyPem(String text);

  /**
   * The required values of a key binding.
   *
   * @param nonce null for any
   * @param audience null for any
   * @param required whether there must be a key binding
   * @param since the time of the request, before which no key binding can have been made; null for
   *     any time
   * @param presenter the presenter of a credential in a presentation, or {@link Presenter#NOBODY};
   *     null for a credential by itself
   */
  record Expected(
      String nonce, String audience, boolean required, Instant since, Presenter presenter) {

    /**
     * Returns the values for a credential by itself. It must have a key binding if nonce or
     * audience is given.
     */
    public static Expected of(String nonce, String audience) {
      return new Expected(nonce, audience, nonce != null || audience != null, null, null);
    }

    /** Returns the values for the response to a request. */
    public static Expected inAnswer(
        String nonce, String audience, boolean required, Instant since) {
      return new Expected(nonce, audience, required, since, null);
    }

    /**
     * Returns the values for a credential in a presentation, whose own proof also has the challenge
     * and domain.
     */
    public static Expected inPresentation(String challenge, String domain, Presenter presenter) {
      return new Expected(challenge, domain, false, null, presenter);
    }
  }

  /**
   * The presenter of credentials.
   *
   * @param key null if it is not known
   */
  record Presenter(PublicKey key) {

    public static final Presenter NOBODY = new Presenter(null);

    public boolean holds(PublicKey named) {
      return key != null && Arrays.equals(key.getEncoded(), named.getEncoded());
    }
  }
}
