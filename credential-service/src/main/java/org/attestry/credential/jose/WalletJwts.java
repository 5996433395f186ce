package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.attestry.credential.crypto.PublicKeyForms;
import org.attestry.credential.crypto.SelfCertifyingDid;
import org.attestry.credential.issue.HolderKey;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.token.WalletAccess;
import org.attestry.credential.token.WalletProofs;
import org.attestry.credential.token.WalletRefusal;
import org.attestry.runtime.identifier.Sha256;

/**
 * Key proofs, DPoP proofs and signed metadata. The algorithm of a proof must be the one that its
 * key has here, so that neither {@code none} nor an HMAC is accepted.
 */
public final class WalletJwts implements WalletProofs {

  private static final String KEY_PROOF = "openid4vci-proof+jwt";
  private static final String DPOP = "dpop+jwt";
  private static final String METADATA = "openidvci-issuer-metadata+jwt";
  private static final int LONGEST = 8_000;
  static final int LONGEST_ID = 500;
  private static final Duration OLDEST = Duration.ofMinutes(10);
  private static final Duration LONGEST_ASSERTION = Duration.ofHours(1);

  @Override
  public List<String> algorithms() {
    return Stream.of(KeyType.P256, KeyType.ED25519, KeyType.RSA).map(this::algorithm).toList();
  }

  @Override
  public String algorithm(KeyType type) {
    return JwsAlgorithms.name(JwsAlgorithms.of(type));
  }

  @Override
  public KeyProof keyProof(String jwt, String audience, Instant now) {
    try {
      Jws proof = parsed(jwt, KEY_PROOF);
      Named named = named(proof.header());
      proof.verified(named.key());
      ObjectNode claims = proof.payload();
      if (!isFor(claims.path("aud"), audience)) {
        throw refused("invalid_proof", "The aud of a key proof is " + audience + ".");
      }
      requireDate(claims, now, OLDEST, "invalid_proof");
      JsonNode nonce = claims.path("nonce");
      return new KeyProof(holder(named), nonce.isTextual() ? nonce.textValue() : null);
    } catch (InvalidProofException | IllegalArgumentException e) {
      throw refused(
          "invalid_proof",
          "A key proof is a JWT with typ %s, an alg of %s, and a jwk, or a kid of a did:key or"
                  .formatted(KEY_PROOF, algorithms())
              + " did:jwk, whose signature holds.");
    }
  }

  static Jws parsed(String jwt, String type) {
    if (jwt.length() > LONGEST) {
      throw new InvalidProofException("jwt.malformed");
    }
    Jws parsed = Jws.parse(jwt, "jwt.malformed");
    if (!parsed.type().equals(type)) {
      throw new InvalidProofException("jwt.header");
    }
    return parsed;
  }

  /**
   * @param did the DID that the proof names; null if the proof contains the key
   */
  private record Named(PublicKey key, String did) {}

  private static Named named(JsonNode header) {
    boolean byDid = header.has("kid");
    if (byDid == header.has("jwk") || header.has("x5c") || header.has("trust_chain")) {
      throw new InvalidProofException("jwt.header");
    }
    if (!byDid) {
      return new Named(HolderKeys.ofJwk(header.get("jwk")), null);
    }
    String method = header.get("kid").asText();
    String did = method.split("#", -1)[0];
    SelfCertifyingDid held = SelfCertifyingDid.is(did) ? SelfCertifyingDid.of(did) : null;
    if (held == null || !held.method().equals(method)) {
      throw new InvalidProofException("jwt.header");
    }
    return new Named(keyOf(held), did);
  }

  @Override
  public HolderKey holder(String did) {
    try {
      if (SelfCertifyingDid.is(did)) {
        return holder(new Named(keyOf(SelfCertifyingDid.of(did)), did));
      }
    } catch (IllegalArgumentException e) {
      // The DID is malformed, or its key is not used here.
    }
    throw refused("invalid_proof", "A key is proven by a did:key or did:jwk.");
  }

  private static PublicKey keyOf(SelfCertifyingDid did) {
    return HolderKeys.ofJwk(PublicKeyForms.of(did.key()).jwk());
  }

  private static HolderKey holder(Named named) {
    ObjectNode jwk = PublicKeyForms.of(named.key()).jwk();
    String did =
        named.did() == null
            ? "did:jwk:" + DetachedJws.encode(jwk.toString().getBytes(StandardCharsets.UTF_8))
            : named.did();
    return new HolderKey(jwk, did, thumbprint(jwk));
  }

  static String thumbprint(ObjectNode jwk) {
    try {
      return JWK.parse(jwk.toString()).computeThumbprint().toString();
    } catch (ParseException | JOSEException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static boolean isFor(JsonNode sent, String audience) {
    if (!sent.isArray()) {
      return sent.isTextual() && sent.textValue().equals(audience);
    }
    for (JsonNode one : sent) {
      if (one.isTextual() && one.textValue().equals(audience)) {
        return true;
      }
    }
    return false;
  }

  private static void requireDate(ObjectNode claims, Instant now, Duration oldest, String error) {
    Instant issued = claims.has("iat") ? date(claims, "iat") : Instant.MIN;
    boolean ended = claims.has("exp") && !date(claims, "exp").isAfter(now);
    if (issued.isAfter(now.plus(WalletAccess.SKEW))
        || issued.isBefore(now.minus(oldest))
        || ended) {
      throw refused(error, "The iat of a proof is the present time; make a new one.");
    }
  }

  static Instant date(ObjectNode claims, String name) {
    return Instant.parse(Jws.date(claims.get(name)));
  }

  @Override
  public DpopProof dpop(String jwt, String method, String address, String token, Instant now) {
    try {
      Jws proof = parsed(jwt, DPOP);
      if (!proof.header().has("jwk")) {
        throw new InvalidProofException("jwt.header");
      }
      PublicKey key = HolderKeys.ofJwk(proof.header().get("jwk"));
      proof.verified(key);
      ObjectNode claims = proof.payload();
      String id = claims.path("jti").asText();
      boolean fits =
          claims.path("htm").asText().equals(method)
              && withoutQuery(claims.path("htu").asText()).equals(address)
              && !id.isEmpty()
              && id.length() <= LONGEST_ID;
      if (!fits) {
        throw refused(
            "invalid_dpop_proof",
            "The proof needs a jti, and %s %s as htm and htu.".formatted(method, address));
      }
      if (token != null && !claims.path("ath").asText().equals(hash(token))) {
        throw refused("invalid_dpop_proof", "The ath of the proof is not the token's.");
      }
      requireDate(claims, now, WalletAccess.SKEW, "invalid_dpop_proof");
      return new DpopProof(thumbprint(PublicKeyForms.of(key).jwk()), id);
    } catch (InvalidProofException | IllegalArgumentException e) {
      throw refused(
          "invalid_dpop_proof",
          "A DPoP proof is a JWT with typ %s, an alg of %s and a jwk, whose signature holds."
              .formatted(DPOP, algorithms()));
    }
  }

  @Override
  public ClientProof clientAssertion(
      String jwt, Map<String, JsonNode> clients, Set<String> audiences, Instant now) {
    try {
      if (jwt.length() > LONGEST) {
        throw new InvalidProofException("jwt.malformed");
      }
      Jws assertion = Jws.parse(jwt, "jwt.malformed");
      ObjectNode claims = assertion.payload();
      String client = claims.path("sub").asText();
      if (!clients.containsKey(client) || !claims.path("iss").asText().equals(client)) {
        throw WalletRefusal.ofClient("The client of the client_assertion is not known here.");
      }
      assertion.verified(key(clients.get(client), assertion.header()));
      Instant expires = claims.has("exp") ? date(claims, "exp") : Instant.MIN;
      String id = claims.path("jti").asText();
      boolean fits =
          audiences.stream().anyMatch(audience -> isFor(claims.path("aud"), audience))
              && expires.isAfter(now)
              && !expires.isAfter(now.plus(LONGEST_ASSERTION))
              && !id.isEmpty()
              && id.length() <= LONGEST_ID;
      if (!fits) {
        throw WalletRefusal.ofClient(
            "A client_assertion needs a jti, an exp within an hour, and an aud of %s."
                .formatted(audiences));
      }
      return new ClientProof(client, id, expires);
    } catch (InvalidProofException | IllegalArgumentException e) {
      throw WalletRefusal.ofClient(
          "A client_assertion is a JWT by a key of the client, with an alg of %s."
              .formatted(algorithms()));
    }
  }

  /** Returns the key of a set with the kid of a header; without a kid, the only key of the set. */
  static PublicKey key(JsonNode jwks, JsonNode header) {
    JsonNode found = null;
    JsonNode keys = jwks.path("keys");
    for (JsonNode one : keys) {
      boolean named = header.has("kid") && header.get("kid").equals(one.get("kid"));
      if (named || !header.has("kid") && keys.size() == 1) {
        found = one;
      }
    }
    if (found == null) {
      throw new InvalidProofException("key.unknown");
    }
    return HolderKeys.ofJwk(found);
  }

  private static String withoutQuery(String address) {
    return address.split("[?#]", -1)[0];
  }

  private static String hash(String token) {
    return DetachedJws.encode(Sha256.of(token));
  }

  @Override
  public Prepared<String> metadata(ObjectNode claims, StoredKey key) {
    SignatureAlgorithm algorithm = JwsAlgorithms.of(key.type());
    return Jws.prepare(Jws.headerWithKey(METADATA, key), claims, algorithm);
  }

  private static WalletRefusal refused(String error, String description) {
    return WalletRefusal.of(error, description);
  }
}
