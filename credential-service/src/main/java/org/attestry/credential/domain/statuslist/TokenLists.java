package org.attestry.credential.domain.statuslist;

import io.vertx.core.Future;
import java.time.Instant;
import org.attestry.contracts.Deadline;
import org.attestry.credential.domain.CryptoWorkers;
import org.attestry.credential.domain.key.KeyType;
import org.attestry.credential.domain.key.Signer;
import org.attestry.credential.domain.key.SigningSuite;
import org.attestry.credential.domain.key.StoredKey;
import org.attestry.credential.domain.proof.TokenListJwts;
import org.attestry.credential.domain.proof.TokenListJwts.TokenListClaims;
import org.attestry.credential.domain.status.StatusAddresses;
import org.attestry.credential.domain.status.StatusPurpose;
import org.attestry.credential.domain.status.StatusStore.ListBits;
import org.attestry.credential.domain.status.StatusStore.PublishedList;
import org.attestry.credential.domain.status.TokenStatuses;

/** Status lists of both purposes as Token Status List (draft-ietf-oauth-status-list). */
public final class TokenLists implements SignedStatusLists.Form {

  /**
   * Signed by ES256, which every verifier of SD-JWT credentials supports (OpenID4VC High Assurance
   * Interoperability Profile 1.0).
   */
  public static final KeyType PREFERRED_KEY = KeyType.P256;

  private final StatusAddresses addresses;
  private final TokenListJwts jwts;
  private final Signer signer;
  private final CryptoWorkers compute;

  public TokenLists(
      StatusAddresses addresses, TokenListJwts jwts, Signer signer, CryptoWorkers compute) {
    this.addresses = addresses;
    this.jwts = jwts;
    this.signer = signer;
    this.compute = compute;
  }

  @Override
  public Future<String> sign(
      PublishedList list,
      ListBits bits,
      SigningSuite suite,
      StoredKey key,
      Instant now,
      Deadline deadline) {
    return signer.sign(key, () -> jwts.prepare(claims(list, bits, now), key), compute, deadline);
  }

  private TokenListClaims claims(PublishedList list, ListBits bits, Instant now) {
    return new TokenListClaims(
        addresses.ofTokens(list.list()),
        now,
        SignedStatusLists.validUntil(bits, now),
        SignedStatusLists.TTL,
        TokenStatuses.BITS,
        TokenStatuses.encode(
            bits.bits().get(StatusPurpose.REVOCATION), bits.bits().get(StatusPurpose.SUSPENSION)));
  }
}
