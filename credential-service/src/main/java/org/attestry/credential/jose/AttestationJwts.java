package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.attestry.credential.crypto.PublicKeyForms;
import org.attestry.credential.issuer.CertifiedIssuers;
import org.attestry.credential.issuer.FoundKey;
import org.attestry.credential.token.ClientAttestations;
import org.attestry.credential.token.WalletAccess;
import org.attestry.credential.token.WalletRefusal;

/**
 * Attestations of wallets, and proofs of their keys, as JWTs. Whether a provider has revoked an
 * attestation ({@code status}) is not looked up.
 *
 * @param attesters the JWK Set of each provider, by the {@code iss} of its attestations
 * @param authorities that certify further providers
 */
public record AttestationJwts(Map<String, JsonNode> attesters, CertifiedIssuers authorities)
    implements ClientAttestations {

  private static final String ATTESTATION = "oauth-client-attestation+jwt";
  private static final String PROOF = "oauth-client-attestation-pop+jwt";

  public AttestationJwts {
    attesters = Map.copyOf(attesters);
  }

  @Override
  public boolean isEmpty() {
    return attesters.isEmpty() && authorities.isEmpty();
  }

  @Override
  public AttestedClient verify(String attestation, String proof, String audience, Instant now) {
    try {
      ObjectNode attested = attested(WalletJwts.parsed(attestation, ATTESTATION), now);
      PublicKey key = HolderKeys.named(attested.path("cnf"));
      String client = id(attested, "sub");
      ObjectNode proven = proven(WalletJwts.parsed(proof, PROOF), key, audience, now);
      if (proven.has("iss") && !proven.path("iss").asText().equals(client)) {
        throw new InvalidProofException("jwt.claims");
      }
      return new AttestedClient(
          client, WalletJwts.thumbprint(PublicKeyForms.of(key).jwk()), id(proven, "jti"));
    } catch (InvalidProofException | IllegalArgumentException e) {
      throw WalletRefusal.ofClient(
          "An attestation is a %s of a trusted provider, with iss, sub, exp and cnf; its proof is a"
                  .formatted(ATTESTATION)
              + " %s by the key in cnf, with a jti, the present time as iat, and the aud %s."
                  .formatted(PROOF, audience));
    }
  }

  /** Returns the claims of an attestation whose signature and dates hold. */
  private ObjectNode attested(Jws attestation, Instant now) {
    ObjectNode claims = attestation.payload();
    attestation.verified(attester(attestation.header(), claims.path("iss").asText()));
    boolean expires = claims.has("exp") && WalletJwts.date(claims, "exp").isAfter(now);
    if (!expires || isLater(claims, "nbf", now) || isLater(claims, "iat", now)) {
      throw new InvalidProofException("jwt.claims");
    }
    return claims;
  }

  private PublicKey attester(JsonNode header, String issuer) {
    if (!Jws.isNamedByCertificate(header)) {
      if (!attesters.containsKey(issuer)) {
        throw new InvalidProofException("key.unknown");
      }
      return WalletJwts.key(attesters.get(issuer), header);
    }
    FoundKey found = authorities.find(Jws.certificates(header), issuer);
    if (!found.speaksFor(issuer)) {
      throw new InvalidProofException("key.unknown");
    }
    return found.key().publicKey();
  }

  private static ObjectNode proven(Jws proof, PublicKey key, String audience, Instant now) {
    proof.verified(key);
    ObjectNode claims = proof.payload();
    Instant issued = claims.has("iat") ? WalletJwts.date(claims, "iat") : Instant.MIN;
    Duration skew = WalletAccess.SKEW;
    boolean fresh = !issued.isBefore(now.minus(skew)) && !issued.isAfter(now.plus(skew));
    boolean ended = claims.has("exp") && !WalletJwts.date(claims, "exp").isAfter(now);
    if (!fresh || ended || !WalletJwts.isFor(claims.path("aud"), audience)) {
      throw new InvalidProofException("jwt.claims");
    }
    return claims;
  }

  private static boolean isLater(ObjectNode claims, String name, Instant now) {
    return claims.has(name) && WalletJwts.date(claims, name).isAfter(now.plus(WalletAccess.SKEW));
  }

  private static String id(ObjectNode claims, String name) {
    String id = claims.path(name).asText();
    if (id.isEmpty() || id.length() > WalletJwts.LONGEST_ID) {
      throw new InvalidProofException("jwt.claims");
    }
    return id;
  }
}
