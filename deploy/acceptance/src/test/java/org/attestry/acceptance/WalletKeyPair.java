package org.attestry.acceptance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/** A key of a wallet, on P-256. */
final class WalletKeyPair {

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final int BYTES = 32;

  private final KeyPair pair;

  WalletKeyPair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      this.pair = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** OpenID4VCI 1.0, appendix F.1. */
  String proof(String audience, String nonce) {
    return signed(
        "openid4vci-proof+jwt",
        Json.object()
            .put("aud", audience)
            .put("iat", Instant.now().getEpochSecond())
            .put("nonce", nonce));
  }

  private String signed(String type, ObjectNode claims) {
    ECPublicKey key = (ECPublicKey) pair.getPublic();
    ObjectNode header = Json.object().put("alg", "ES256").put("typ", type);
    header
        .putObject("jwk")
        .put("kty", "EC")
        .put("crv", "P-256")
        .put("x", number(key.getW().getAffineX().toByteArray()))
        .put("y", number(key.getW().getAffineY().toByteArray()));
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

  /**
   * RFC 9449.
   *
   * @param token null at the token endpoint
   */
  String dpop(String address, String token) {
    ObjectNode claims =
        Json.object()
            .put("jti", UUID.randomUUID().toString())
            .put("htm", "POST")
            .put("htu", address)
            .put("iat", Instant.now().getEpochSecond());
    if (token != null) {
      claims.put("ath", hash(token));
    }
    return signed("dpop+jwt", claims);
  }

  /** SHA-256 in base64url. */
  static String hash(String text) {
    return BASE64.encodeToString(Sha256.of(text.getBytes(StandardCharsets.US_ASCII)));
  }

  private static String encoded(ObjectNode json) {
    return BASE64.encodeToString(json.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Of 32 bytes, with leading zeros. */
  private static String number(byte[] signed) {
    byte[] fixed = new byte[BYTES];
    int length = Math.min(BYTES, signed.length);
    System.arraycopy(signed, signed.length - length, fixed, BYTES - length, length);
    return BASE64.encodeToString(Arrays.copyOf(fixed, BYTES));
  }
}
