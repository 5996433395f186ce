package org.attestry.credential.proof;

import java.security.PublicKey;
import java.util.List;

/**
 * The data that the signature of a proof covers beside the document (W3C Data Integrity 1.0,
 * section 2.1), by whatever name the proof's JSON has for it.
 *
 * @param created its date, or null
 * @param starts dates before which it does not hold
 * @param expires dates after which it does not hold
 * @param nonce or null
 * @param challenge or null
 * @param domains whom it is meant for
 * @param coversJson whether the document's JSON is signed, with its {@code @context}, and not its
 *     statements alone
 * @param holderKeys that the issuer names as the holder's (RFC 7800, {@code cnf})
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

  /** Of a proof that names no key of a holder. */
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
   * @param key null for one that is not understood
   */
  public record HolderKey(PublicKey key) {}
}
