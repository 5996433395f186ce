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
import org.attestry.runtime.work.Budget;

/**
 * Signs and verifies credentials as SD-JWT (SD-JWT VC; RFC 9901). Its methods take CPU time: call
 * them through {@link CryptoWorkers}.
 */
public interface SdJwts extends ClaimsJwts {

  /** Whether a text has the form of an SD-JWT. */
  boolean isOne(String text);

  /**
   * The SD-JWT in an envelope (W3C Verifiable Credentials Data Model 2.0, section 4.13); empty for
   * any other JSON.
   */
  Optional<String> inEnvelope(JsonNode sent);

  /** The type of the keys that sign by an algorithm of JWS; empty for one that is not used here. */
  Optional<KeyType> keyType(String algorithm);

  /** Whether a holder's key (RFC 7517) is a public one that signs here. */
  boolean isHolderKey(JsonNode jwk);

  /** Pointers to the numbers that not every parser of JSON reads alike. */
  List<String> inexactNumbers(JsonNode claims);

  /** Writes what is to be signed. */
  Prepared<String> prepare(SdJwtDraft draft, StoredKey key, Instant created);

  /** Verifies the signature of the issuer, and that what is disclosed is what was signed. */
  @Override
  Verification verify(String text, VerificationKey key, Budget budget);

  /**
   * What it states and discloses, by the names of the data model: {@code issuer}, {@code type} (its
   * {@code vct}), {@code validFrom}, {@code validUntil}, and all other claims as {@code
   * credentialSubject}. Its signature is not verified.
   *
   * @return empty for one that cannot be read
   */
  Optional<ObjectNode> document(String text, Budget budget);

  /**
   * Verifies the key binding; empty where there is none and none is required. In a presentation one
   * is required of a credential whose holder's key is not the presenter's.
   */
  Optional<Check> holder(String text, Expected expected, Instant now);

  /**
   * The claims of an SD-JWT whose signature holds, with those that are disclosed.
   *
   * @throws FailureException if the budget is spent
   */
  ObjectNode claims(String text, Budget budget);

  /** The holder's key by which a key binding holds, as {@link StoredKey} has it. */
  String holderKeyPem(String text);

  /**
   * The values that a key binding must have.
   *
   * @param nonce null for any
   * @param audience null for any
   * @param required whether there must be one
   * @param since when the holder was asked, before which nobody can have answered; null for any
   *     time
   * @param presenter of a credential in a presentation: by whose key the presentation's proof
   *     holds, or {@link Presenter#NOBODY}; null of one by itself
   */
  record Expected(
      String nonce, String audience, boolean required, Instant since, Presenter presenter) {

    /** Of a credential by itself, which must have a key binding where one of both is given. */
    public static Expected of(String nonce, String audience) {
      return new Expected(nonce, audience, nonce != null || audience != null, null, null);
    }

    /** Of the answer to a request. */
    public static Expected inAnswer(
        String nonce, String audience, boolean required, Instant since) {
      return new Expected(nonce, audience, required, since, null);
    }

    /** Of a credential in a presentation, whose own proof also has the challenge and domain. */
    public static Expected inPresentation(String challenge, String domain, Presenter presenter) {
      return new Expected(challenge, domain, false, null, presenter);
    }
  }

  /**
   * Who presents credentials.
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
