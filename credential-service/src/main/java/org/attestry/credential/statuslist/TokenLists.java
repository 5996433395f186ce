package org.attestry.credential.statuslist;

import io.vertx.core.Future;
import java.time.Instant;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.TokenListJwts;
import org.attestry.credential.proof.TokenListJwts.TokenListClaims;
import org.attestry.credential.status.PgStatusStore.ListBits;
import org.attestry.credential.status.PgStatusStore.PublishedList;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusPurpose;
import org.attestry.credential.status.TokenStatuses;

/** Writes status lists of both purposes as Token Status List (draft-ietf-oauth-status-list). */
public final class TokenLists implements SignedStatusLists.Form {

  /**
   * The type for ES256, which every verifier of SD-JWT credentials supports (OpenID4VC High
   * Assurance Interoperability Profile 1.0).
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
