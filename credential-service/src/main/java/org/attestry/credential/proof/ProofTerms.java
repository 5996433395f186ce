package org.attestry.credential.proof;

import java.security.PublicKey;
import java.util.List;

/**
 * The data that the signature of a proof covers beside the document (W3C Data Integrity 1.0,
 * section 2.1), by any name in the proof's JSON.
 *
 * @param created its date, or null
 * @param starts dates before which the proof is not valid
 * @param expires dates after which the proof is not valid
 * @param nonce or null
 * @param challenge or null
 * @param domains the intended verifiers
 * @param coversJson whether the signature covers the JSON with its {@code @context}, rather than
 *     the statements
 * @param holderKeys the keys that the issuer names as the holder's (RFC 7800, {@code cnf})
 */
public record ProofTerms(
    String created,
    List<String> starts,
    List<String> expires,
    String nonce,
    String challenge,
    List<String> domains,
    boolean coversJson,
    List<HolderKey> holderKeys) {

  public ProofTerms {
    starts = List.copyOf(starts);
    expires = List.copyOf(expires);
    domains = List.copyOf(domains);
    holderKeys = List.copyOf(holderKeys);
  }

  /** Returns the terms of a proof that names no key of a holder. */
  public ProofTerms(
      String created,
      List<String> starts,
      List<String> expires,
      String nonce,
      String challenge,
      List<String> domains,
      boolean coversJson) {
    this(created, starts, expires, nonce, challenge, domains, coversJson, List.of());
  }

  /**
   * A key that an issuer names as the holder's.
   *
   * @param key null for one that cannot be read
   */
  public record HolderKey(PublicKey key) {}
}
