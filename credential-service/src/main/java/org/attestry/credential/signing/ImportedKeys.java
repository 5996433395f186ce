package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.runtime.json.Json;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;

/** Keys in the forms that other systems keep them in. No message names any of the content. */
final class ImportedKeys {

  private static final int P256_BYTES = 32;

  private ImportedKeys() {}

  /**
   * @return its private key is null where a public one was sent
   * @throws IllegalArgumentException with advice if it is not exactly one key that is used here
   */
  static KeyPair read(ImportKeyRequest request) {
    long forms =
        Stream.of(request.publicKeyPem(), request.jwk(), request.privateKeyPem(), request.pkcs12())
            .filter(Objects::nonNull)
            .count();
    if (forms != 1) {
      throw new IllegalArgumentException(
          "Send the key as one of publicKeyPem, jwk, privateKeyPem and pkcs12.");
    }
    if (request.publicKeyPem() != null) {
      return new KeyPair(PemKeys.read(request.publicKeyPem()), null);
    }
    try {
      if (request.jwk() != null) {
        return ofJwk(Json.parse(request.jwk()));
      }
      return request.privateKeyPem() != null
          ? Keys.pair(privatePem(request.privateKeyPem()))
          : ofStore(request.pkcs12(), request.password());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(
          "The key cannot be read; send an RSA, Ed25519 or P-256 key, and the password of a key"
              + " store.",
          e);
    }
  }

  private static KeyPair ofJwk(JsonNode jwk) throws GeneralSecurityException {
    String type = jwk.path("kty").asText();
    return switch (type.equals("RSA") ? type : type + " " + jwk.path("crv").asText()) {
      case "RSA" -> rsaJwk(jwk);
      case "OKP Ed25519" ->
          new KeyPair(
              Ed25519.publicKey(bytes(jwk, "x")),
              jwk.has("d") ? Ed25519.privateKey(bytes(jwk, "d")) : null);
      case "EC P-256" ->
          new KeyPair(
              Keys.publicPoint(point(jwk)),
              jwk.has("d") ? Keys.privateScalar(number(jwk, "d")) : null);
      default ->
          throw new IllegalArgumentException(
              "Send a key with kty RSA, kty OKP and crv Ed25519, or kty EC and crv P-256.");
    };
  }

  private static KeyPair rsaJwk(JsonNode jwk) throws GeneralSecurityException {
    KeyFactory factory = CryptoProvider.keyFactory("RSA");
    BigInteger n = number(jwk, "n");
    BigInteger e = number(jwk, "e");
    Keys.requireUsual(n, e);
    PublicKey publicKey = factory.generatePublic(new RSAPublicKeySpec(n, e));
    if (!jwk.has("d")) {
      return new KeyPair(publicKey, null);
    }
    RSAPrivateCrtKeySpec spec =
        new RSAPrivateCrtKeySpec(
            n,
            e,
            number(jwk, "d"),
            number(jwk, "p"),
            number(jwk, "q"),
            number(jwk, "dp"),
            number(jwk, "dq"),
            number(jwk, "qi"));
    return new KeyPair(publicKey, factory.generatePrivate(spec));
  }

  /** SEC 1 section 2.3.3, not compressed. */
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

  private static PrivateKey privatePem(String pem) throws IOException, GeneralSecurityException {
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      return switch (parser.readObject()) {
        case PrivateKeyInfo pkcs8 -> Keys.privateKey(pkcs8.getEncoded());
        case PEMKeyPair pkcs1 -> Keys.privateKey(pkcs1.getPrivateKeyInfo().getEncoded());
        case null, default -> throw new IOException("no private key");
      };
    }
  }

  private static KeyPair ofStore(String base64, String password)
      throws GeneralSecurityException, IOException {
    char[] secret = password == null ? new char[0] : password.toCharArray();
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(new ByteArrayInputStream(Base64.getMimeDecoder().decode(base64)), secret);
    List<String> entries = Collections.list(store.aliases());
    if (entries.size() != 1) {
      throw new IllegalArgumentException("Send a key store with one entry.");
    }
    String alias = entries.getFirst();
    return store.isKeyEntry(alias)
        ? Keys.pair(Keys.privateKey(store.getKey(alias, secret).getEncoded()))
        : new KeyPair(certified(store.getCertificate(alias)), null);
  }

  private static PublicKey certified(Certificate certificate) {
    return Keys.publicKey(
        SubjectPublicKeyInfo.getInstance(certificate.getPublicKey().getEncoded()));
  }
}
