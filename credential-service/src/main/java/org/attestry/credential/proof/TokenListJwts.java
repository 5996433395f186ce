package org.attestry.credential.proof;

import java.time.Duration;
import java.time.Instant;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.StoredKey;

/**
 * Token Status Lists as JWTs (draft-ietf-oauth-status-list, section 5.1). Its methods take CPU
 * time: call them through {@link CryptoWorkers}.
 */
public interface TokenListJwts extends ClaimsJwts {

  /**
   * Returns the signing input.
   *
   * @param key of the issuer of the list
   */
  Prepared<String> prepare(TokenListClaims claims, StoredKey key);

  /**
   * The claims of a list.
   *
   * @param address of the list
   * @param ttl how long it may be cached
   * @param bits of one status
   * @param list compressed statuses, in Base64url
   */
  record TokenListClaims(
      String address, Instant issued, Instant expires, Duration ttl, int bits, String list) {}
}
