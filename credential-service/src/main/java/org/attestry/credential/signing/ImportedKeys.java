package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.attestry.contracts.credential.ImportKeyRequest;
import org.attestry.runtime.json.Json;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/** RSA keys in the forms that other systems keep them in. No message names any of the content. */
final class ImportedKeys {

  private ImportedKeys() {}

  /**
   * @return its private key is null where a public one was sent
   * @throws IllegalArgumentException with advice if it is not exactly one RSA key
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
          ? pair(privatePem(request.privateKeyPem()))
          : ofStore(request.pkcs12(), request.password());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(
          "The key cannot be read; send an RSA key, and the password of a key store.", e);
    }
  }

  private static KeyPair ofJwk(JsonNode jwk) throws GeneralSecurityException {
    if (!jwk.path("kty").asText().equals("RSA")) {
      throw new IllegalArgumentException("Send an RSA key: kty must be RSA.");
    }
    KeyFactory factory = KeyFactory.getInstance("RSA");
    BigInteger n = number(jwk, "n");
    BigInteger e = number(jwk, "e");
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

  private static BigInteger number(JsonNode jwk, String member) {
    try {
      return new BigInteger(1, Base64.getUrlDecoder().decode(jwk.path(member).asText()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("The member " + member + " of jwk must be base64url.", e);
    }
  }

  private static PrivateKey privatePem(String pem) throws IOException {
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      return switch (parser.readObject()) {
        case PrivateKeyInfo pkcs8 -> new JcaPEMKeyConverter().getPrivateKey(pkcs8);
        case PEMKeyPair pkcs1 -> new JcaPEMKeyConverter().getKeyPair(pkcs1).getPrivate();
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
    return store.isKeyEntry(alias) && store.getKey(alias, secret) instanceof PrivateKey key
        ? pair(key)
        : new KeyPair(rsa(store.getCertificate(alias).getPublicKey()), null);
  }

  private static PublicKey rsa(PublicKey key) throws GeneralSecurityException {
    if (key instanceof RSAPublicKey) {
      return key;
    }
    throw new GeneralSecurityException("no RSA key");
  }

  private static KeyPair pair(PrivateKey key) throws GeneralSecurityException {
    if (!(key instanceof RSAPrivateCrtKey rsa)) {
      throw new GeneralSecurityException("no RSA key");
    }
    RSAPublicKeySpec spec = new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent());
    return new KeyPair(KeyFactory.getInstance("RSA").generatePublic(spec), key);
  }
}
