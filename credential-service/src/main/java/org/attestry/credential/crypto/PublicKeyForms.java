package org.attestry.credential.crypto;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import org.attestry.credential.key.KeyForms;
import org.attestry.runtime.identifier.Base58;
import org.attestry.runtime.json.Json;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;

/** Public keys as JSON Web Key (RFC 7517, 7518, 8037) and as Multikey (multicodec, base58btc). */
public final class PublicKeyForms {

  private static final byte[] RSA = {(byte) 0x85, 0x24};
  private static final byte[] ED25519 = {(byte) 0xed, 0x01};
  private static final byte[] P256 = {(byte) 0x80, 0x24};
  private static final int P256_BYTES = 32;

  private PublicKeyForms() {}

  public static KeyForms of(PublicKey key) {
    byte[] content =
        SubjectPublicKeyInfo.getInstance(key.getEncoded()).getPublicKeyData().getBytes();
    ObjectNode jwk = Json.object();
    return switch (key) {
      case RSAPublicKey rsa -> {
        jwk.put("kty", "RSA").put("n", encoded(rsa.getModulus()));
        jwk.put("e", encoded(rsa.getPublicExponent()));
        yield forms(jwk, RSA, content);
      }
      case Ed25519.Public edwards -> {
        jwk.put("kty", "OKP").put("crv", "Ed25519").put("x", encoded(content));
        yield forms(jwk, ED25519, content);
      }
      case ECPublicKey curve -> {
        jwk.put("kty", "EC").put("crv", "P-256");
        jwk.put("x", encoded(Arrays.copyOfRange(content, 1, 1 + P256_BYTES)));
        jwk.put("y", encoded(Arrays.copyOfRange(content, 1 + P256_BYTES, 1 + 2 * P256_BYTES)));
        yield forms(jwk, P256, compressed(content));
      }
      default -> throw new IllegalArgumentException("Unknown key type " + key.getAlgorithm());
    };
  }

  /**
   * The public key in a Multikey.
   *
   * @throws IllegalArgumentException if the type is not used here
   */
  public static PublicKey ofMultibase(String multibase) {
    if (!multibase.startsWith("z")) {
      throw new IllegalArgumentException("A Multikey begins with z.");
    }
    byte[] multikey = Base58.decode(multibase.substring(1));
    byte[] codec = Arrays.copyOf(multikey, 2);
    byte[] content = Arrays.copyOfRange(multikey, Math.min(2, multikey.length), multikey.length);
    if (Arrays.equals(codec, ED25519)) {
      return Ed25519.publicKey(content);
    }
    if (Arrays.equals(codec, P256)) {
      return Keys.publicPoint(content);
    }
    if (Arrays.equals(codec, RSA)) {
      return Keys.publicRsa(content);
    }
    throw new IllegalArgumentException("This Multikey is of a type that is not used here.");
  }

  private static KeyForms forms(ObjectNode jwk, byte[] codec, byte[] content) {
    byte[] multikey =
        ByteBuffer.allocate(codec.length + content.length).put(codec).put(content).array();
    return new KeyForms(jwk, "z" + Base58.encode(multikey));
  }

  /** SEC 1 section 2.3.3: the sign of y, then x. */
  private static byte[] compressed(byte[] point) {
    byte[] compressed = Arrays.copyOf(point, 1 + P256_BYTES);
    compressed[0] = (byte) (2 + (point[point.length - 1] & 1));
    return compressed;
  }

  private static String encoded(BigInteger number) {
    byte[] bytes = number.toByteArray();
    return encoded(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
