package org.attestry.testkit;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;

/** A key of a wallet, on P-256, and the JWTs that prove it. */
public final class WalletKeyPair {

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final int BYTES = 32;

  private final KeyPair pair;

  public WalletKeyPair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      this.pair = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a key proof (OpenID4VCI 1.0, appendix F.1). */
  public String proof(String audience, String nonce) {
    return signed(
        "openid4vci-proof+jwt",
        "{\"aud\":\"%s\",\"iat\":%d,\"nonce\":\"%s\"}"
            .formatted(audience, Instant.now().getEpochSecond(), nonce));
  }

  /**
   * Returns a DPoP proof of a POST request (RFC 9449).
   *
   * @param token null at the token endpoint
   */
  public String dpop(String address, String token) {
    return signed(
        "dpop+jwt",
        "{\"jti\":\"%s\",\"htm\":\"POST\",\"htu\":\"%s\",\"iat\":%d%s}"
            .formatted(
                UUID.randomUUID(),
                address,
                Instant.now().getEpochSecond(),
                token == null ? "" : ",\"ath\":\"" + hash(token) + "\""));
  }

  private String signed(String type, String claims) {
    ECPublicKey key = (ECPublicKey) pair.getPublic();
    String header =
        """
        {"alg":"ES256","typ":"%s","jwk":{"kty":"EC","crv":"P-256","x":"%s","y":"%s"}}\
        """
            .formatted(
                type,
                number(key.getW().getAffineX().toByteArray()),
                number(key.getW().getAffineY().toByteArray()));
    String input = encoded(header) + "." + encoded(claims);
    try {
      Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
      signature.initSign(pair.getPrivate());
      signature.update(input.getBytes(StandardCharsets.US_ASCII));
      return input + "." + BASE64.encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns SHA-256 in base64url. */
  public static String hash(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return BASE64.encodeToString(sha256.digest(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encoded(String json) {
    return BASE64.encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a number in 32 bytes, with leading zeros. */
  private static String number(byte[] signed) {
    byte[] fixed = new byte[BYTES];
    int length = Math.min(BYTES, signed.length);
    System.arraycopy(signed, signed.length - length, fixed, BYTES - length, length);
    return BASE64.encodeToString(fixed);
  }
}
