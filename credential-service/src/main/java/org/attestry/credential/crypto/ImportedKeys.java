package org.attestry.credential.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.runtime.json.Json;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;

/** Reads keys in the forms of other systems. No message contains any of the content. */
final class ImportedKeys {

  private static final int P256_BYTES = 32;

  /** RFC 8017, appendix A.1. */
  private static final AlgorithmIdentifier RSA =
      new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE);

  private ImportedKeys() {}

  /**
   * @return its private key is null if a public one was sent
   * @throws IllegalArgumentException with advice if it is not exactly one key of a type that is
   *     used here
   */
  static KeyPair read(ImportKeyRequest request) {
    long forms =
        Stream.of(
                request.publicKeyPem(),
                request.publicKeyJwk(),
                request.jwk(),
                request.privateKeyPem(),
                request.pkcs12())
            .filter(Objects::nonNull)
            .count();
    if (forms != 1) {
      throw new IllegalArgumentException(
          "Send the key as one of publicKeyPem, publicKeyJwk, jwk, privateKeyPem and pkcs12.");
    }
    if (request.publicKeyPem() != null) {
      return new KeyPair(PemKeys.read(request.publicKeyPem()), null);
    }
    if (request.publicKeyJwk() != null) {
      return ofJwk(requirePublic(Json.parse(request.publicKeyJwk())));
    }
    if (request.jwk() != null) {
      return ofJwk(Json.parse(request.jwk()));
    }
    try {
      return request.privateKeyPem() != null
          ? pair(privatePem(request.privateKeyPem()))
          : ofStore(request.pkcs12(), request.password());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Refuses a private key that is given as a public one: its members beyond those are secret. */
  private static JsonNode requirePublic(JsonNode jwk) {
    for (String secret : List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k")) {
      if (jwk.has(secret)) {
        throw new IllegalArgumentException(
            "The key is a private one; send only its public members, and consider it known to"
                + " others.");
      }
    }
    return jwk;
  }

  private static IllegalArgumentException unreadable(Exception cause) {
    return new IllegalArgumentException(
        "The key cannot be read; send an RSA, Ed25519 or P-256 key, and the password of a key"
            + " store.",
        cause);
  }

  private static KeyPair ofJwk(JsonNode jwk) {
    String type = jwk.path("kty").asText();
    boolean signs = jwk.has("d");
    return switch (type.equals("RSA") ? type : type + " " + jwk.path("crv").asText()) {
      case "RSA" -> signs ? pair(rsaJwk(jwk)) : new KeyPair(publicRsaJwk(jwk), null);
      case "OKP Ed25519" ->
          new KeyPair(
              Ed25519.publicKey(bytes(jwk, "x")),
              signs ? Ed25519.privateKey(bytes(jwk, "d")) : null);
      case "EC P-256" ->
          new KeyPair(
              Keys.publicPoint(point(jwk)), signs ? Keys.privateScalar(number(jwk, "d")) : null);
      default ->
          throw new IllegalArgumentException(
              "Send a key with kty RSA, kty OKP and crv Ed25519, or kty EC and crv P-256.");
    };
  }

  private static PublicKey publicRsaJwk(JsonNode jwk) {
    BigInteger n = number(jwk, "n");
    BigInteger e = number(jwk, "e");
    Keys.requireUsual(n, e);
    try {
      return CryptoProvider.keyFactory("RSA").generatePublic(new RSAPublicKeySpec(n, e));
    } catch (GeneralSecurityException refused) {
      throw unreadable(refused);
    }
  }

  /** Reads a private RSA key (RFC 7518, section 6.3.2). A missing number is 0, which no key has. */
  private static PrivateKeyInfo rsaJwk(JsonNode jwk) {
    try {
      return new PrivateKeyInfo(
          RSA,
          new RSAPrivateKey(
              number(jwk, "n"),
              number(jwk, "e"),
              number(jwk, "d"),
              number(jwk, "p"),
              number(jwk, "q"),
              number(jwk, "dp"),
              number(jwk, "dq"),
              number(jwk, "qi")));
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Returns the point in the form of SEC 1 section 2.3.3, not compressed. */
  private static byte[] point(JsonNode jwk) {
    byte[] x = bytes(jwk, "x");
    byte[] y = bytes(jwk, "y");
    if (x.length != P256_BYTES || y.length != P256_BYTES) {
      throw new IllegalArgumentException("The members x and y of jwk must have 32 bytes.");
    }
    return ByteBuffer.allocate(1 + 2 * P256_BYTES).put((byte) 4).put(x).put(y).array();
  }

  private static BigInteger number(JsonNode jwk, String member) {
    return new BigInteger(1, bytes(jwk, member));
  }

  private static byte[] bytes(JsonNode jwk, String member) {
    try {
      return Base64.getUrlDecoder().decode(jwk.path(member).asText());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("The member " + member + " of jwk must be base64url.", e);
    }
  }

  /** Catches the undeclared exceptions of the parser. */
  private static PrivateKeyInfo privatePem(String pem) throws IOException {
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      return switch (parser.readObject()) {
        case PrivateKeyInfo pkcs8 -> pkcs8;
        case PEMKeyPair pkcs1 -> pkcs1.getPrivateKeyInfo();
        case null, default -> throw new IOException("no private key");
      };
    } catch (RuntimeException e) {
      throw unreadable(e);
    }
  }

  private static KeyPair ofStore(String base64, String password) throws IOException {
    char[] secret = password == null ? new char[0] : password.toCharArray();
    Pkcs12.Entry entry = Pkcs12.read(base64, secret);
    return entry.privateKey() == null
        ? new KeyPair(Keys.publicKey(entry.publicKey()), null)
        : pair(entry.privateKey());
  }

  /**
   * Returns a private key with its public part. All of its numbers are checked before a provider
   * gets it.
   */
  private static KeyPair pair(PrivateKeyInfo info) {
    try {
      boolean rsa = info.getPrivateKeyAlgorithm().getAlgorithm().equals(RSA.getAlgorithm());
      return Keys.pair(Keys.privateKey((rsa ? checked(info) : info).getEncoded()));
    } catch (GeneralSecurityException | IOException e) {
      throw unreadable(e);
    }
  }

  /** Returns the same key in the one form that every provider reads. */
  private static PrivateKeyInfo checked(PrivateKeyInfo rsa) throws IOException {
    RSAPrivateKey key;
    try {
      key = RSAPrivateKey.getInstance(rsa.parsePrivateKey());
    } catch (RuntimeException e) {
      throw unreadable(e);
    }
    RsaKeyCheck.require(key);
    return new PrivateKeyInfo(RSA, key);
  }
}
