package org.attestry.adopt.credentials;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.identifier.Base58;
import org.attestry.runtime.json.Json;

/**
 * Reads public keys: a PEM, the configuration of certificate-signer 1.x ({@code {"issuers": …}}), a
 * DID document or a list of these, or a list of objects with {@code issuer}, {@code
 * verificationMethod} and {@code publicKeyPem} or {@code publicKeyJwk}. Private parts are never
 * read.
 */
public final class KeyFile {

  private static final byte[] ED25519 = {(byte) 0xed, 0x01};
  private static final String DEFAULT = "default";
  private static final String JWK = "publicKeyJwk";

  private KeyFile() {}

  /**
   * @param defaultMethod the name in proofs of a key whose file does not name it
   */
  public static List<VerificationKey> read(Path file, String defaultMethod) {
    try {
      String text = Files.readString(file);
      return text.strip().startsWith("-----BEGIN")
          ? List.of(new VerificationKey(null, defaultMethod, publicPem(text, file), null))
          : keys(Json.parse(JsonBytes.of(text)), file.toString());
    } catch (IOException e) {
      throw new AdoptFailure("The file of keys cannot be read: " + e.getMessage(), e);
    }
  }

  private static String publicPem(String text, Path file) {
    if (text.contains("PRIVATE KEY")) {
      throw new AdoptFailure("%s has a private key; give the public key alone.".formatted(file));
    }
    return text;
  }

  private static List<VerificationKey> keys(JsonNode node, String file) {
    List<VerificationKey> keys = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(each -> keys.addAll(keys(each, file)));
    } else if (node.path("issuers").isObject()) {
      node.path("issuers").properties().forEach(entry -> keys.add(ofSigner(entry)));
    } else if (node.has("verificationMethod") && node.path("id").isTextual()) {
      keys.addAll(ofDidDocument(node));
    } else if (node.has("verificationMethod")) {
      JsonNode jwk = node.path(JWK);
      keys.add(
          new VerificationKey(
              node.path("issuer").textValue(),
              node.path("verificationMethod").asText(),
              node.path("publicKeyPem").textValue(),
              jwk.isObject() ? publicJwk(jwk, file) : null));
    } else {
      throw new AdoptFailure("%s has no keys of a known form.".formatted(file));
    }
    return keys;
  }

  private static JsonNode publicJwk(JsonNode jwk, String file) {
    if (jwk.has("d")) {
      throw new AdoptFailure("%s has a private JWK; leave out 'd'.".formatted(file));
    }
    return jwk;
  }

  private static VerificationKey ofSigner(Map.Entry<String, JsonNode> entry) {
    JsonNode key = entry.getValue();
    String issuer = entry.getKey().equals(DEFAULT) ? null : entry.getKey();
    return new VerificationKey(
        issuer, key.path("verificationMethod").asText(), key.path("publicKey").asText(), null);
  }

  /** Returns the keys that a DID document lists, as far as their form is known. */
  public static List<VerificationKey> ofDidDocument(JsonNode document) {
    List<VerificationKey> keys = new ArrayList<>();
    String did = document.path("id").asText();
    for (JsonNode method : document.path("verificationMethod")) {
      String id = method.path("id").asText();
      String name = id.startsWith("#") ? did + id : id;
      JsonNode jwk = jwk(method);
      String pem = method.path("publicKeyPem").textValue();
      if (jwk != null || pem != null) {
        keys.add(new VerificationKey(did, name, jwk == null ? pem : null, jwk));
      }
    }
    return keys;
  }

  private static JsonNode jwk(JsonNode method) {
    if (method.path(JWK).isObject()) {
      ObjectNode jwk = method.path(JWK).deepCopy();
      jwk.remove("d");
      return jwk;
    }
    String multibase = method.path("publicKeyMultibase").asText();
    if (multibase.startsWith("z")) {
      byte[] key = Base58.decode(multibase.substring(1));
      boolean ed25519 = Arrays.equals(Arrays.copyOf(key, ED25519.length), ED25519);
      return ed25519 ? ed25519(Arrays.copyOfRange(key, ED25519.length, key.length)) : null;
    }
    String base58 = method.path("publicKeyBase58").asText();
    boolean old = method.path("type").asText().startsWith("Ed25519");
    return old && !base58.isEmpty() ? ed25519(Base58.decode(base58)) : null;
  }

  private static JsonNode ed25519(byte[] key) {
    return Json.object()
        .put("kty", "OKP")
        .put("crv", "Ed25519")
        .put("x", Base64.getUrlEncoder().withoutPadding().encodeToString(key));
  }
}
