package org.attestry.credential;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.UUID;
import org.attestry.runtime.identifier.Sha256;

/** A wallet with one key on P-256, which signs with a library of others. */
final class WalletKey {

  static final String KEY_PROOF = "openid4vci-proof+jwt";
  private static final String DPOP = "dpop+jwt";

  private final ECKey key;

  WalletKey() {
    try {
      this.key = new ECKeyGenerator(Curve.P_256).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  static Date now() {
    return new Date();
  }

  /** Returns a time soon after which a proof of now is not accepted any more. */
  static Date soon() {
    return new Date(now().getTime() + 60_000);
  }

  ECKey key() {
    return key;
  }

  JWTClaimsSet claims(String audience, String nonce) {
    return new JWTClaimsSet.Builder()
        .audience(audience)
        .issueTime(new Date())
        .claim("nonce", nonce)
        .build();
  }

  String keyProof(String audience, String nonce) throws JOSEException {
    return signed(KEY_PROOF, claims(audience, nonce));
  }

  /** Returns a JWT of any type, such as a key proof. */
  String signed(String type, JWTClaimsSet claims) throws JOSEException {
    return signed(header(type).jwk(key.toPublicJWK()).build(), claims);
  }

  String signed(JWSHeader header, JWTClaimsSet claims) throws JOSEException {
    SignedJWT jwt = new SignedJWT(header, claims);
    jwt.sign(new ECDSASigner(key));
    return jwt.serialize();
  }

  static JWSHeader.Builder header(String type) {
    return new JWSHeader.Builder(JWSAlgorithm.ES256).type(new JOSEObjectType(type));
  }

  /** Signed by HMAC with the public key as secret. */
  String macProof(String audience, String nonce) throws JOSEException {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.HS256)
            .type(new JOSEObjectType(KEY_PROOF))
            .jwk(key.toPublicJWK())
            .build();
    SignedJWT jwt = new SignedJWT(header, claims(audience, nonce));
    jwt.sign(new MACSigner(key.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8)));
    return jwt.serialize();
  }

  String unsignedProof(String audience, String nonce) {
    return new PlainJWT(claims(audience, nonce)).serialize();
  }

  /**
   * @param token null at the token endpoint
   */
  String dpop(String address, String token) throws JOSEException {
    return dpop(address, token, UUID.randomUUID().toString());
  }

  String dpop(String address, String token, String id) throws JOSEException {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .jwtID(id)
            .issueTime(new Date())
            .claim("htm", "POST")
            .claim("htu", address);
    if (token != null) {
      byte[] hash = Sha256.of(token.getBytes(StandardCharsets.US_ASCII));
      claims.claim("ath", Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
    }
    return signed(DPOP, claims.build());
  }

  static Map<String, String> refreshing(String token) {
    return Map.of("grant_type", "refresh_token", "refresh_token", token);
  }

  static Map<String, String> redeeming(String code) {
    return Map.of(
        "grant_type",
        "urn:ietf:params:oauth:grant-type:pre-authorized_code",
        "pre-authorized_code",
        code);
  }
}
