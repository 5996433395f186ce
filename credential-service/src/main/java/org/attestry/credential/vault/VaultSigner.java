package org.attestry.credential.vault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HexFormat;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.KeyHolder;
import org.attestry.credential.key.KeyNameTaken;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.KeyVault;
import org.attestry.credential.key.PrivatePart;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.StoredKey;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/**
 * Signs with keys of Vault's transit engine, which never leave it. A reference to a key is its name
 * and version, {@code <name>:<version>}, so rotating it in Vault changes no key here.
 */
public final class VaultSigner implements Signer {

  private static final int NAME_LENGTH = 32;
  private static final String PREHASHED = "/sha2-256";

  /** The bytes before the key in a SubjectPublicKeyInfo (RFC 8410). */
  private static final byte[] ED25519_INFO = HexFormat.of().parseHex("302a300506032b6570032100");

  private final VaultTransit transit;
  private final CryptoWorkers compute;
  private final KeyVault keys;

  /**
   * @param compute verifies the signatures of Vault
   */
  public VaultSigner(Vertx vertx, VaultConfig config, CryptoWorkers compute, KeyVault keys) {
    this.transit = new VaultTransit(vertx, config);
    this.compute = compute;
    this.keys = keys;
  }

  public Future<Void> close() {
    return transit.close();
  }

  @Override
  public Future<StoredKey> make(
      String verificationMethod, String issuer, KeyType type, Deadline deadline) {
    String name = name(verificationMethod);
    return transit
        .createKey(name, named(type), deadline)
        .compose(made -> transit.readKey(name, deadline))
        .compose(
            key -> compute.run(deadline, () -> read(verificationMethod, issuer, type, name, key)))
        .recover(
            cause ->
                Future.failedFuture(
                    cause instanceof KeyNameTaken ? cause : VaultTransit.unavailable(cause)));
  }

  /**
   * Returns a name that depends on the key only, so that a repeated request makes no second key.
   */
  private static String name(String verificationMethod) {
    return "attestry-" + Sha256.hex(verificationMethod).substring(0, NAME_LENGTH);
  }

  private static String named(KeyType type) {
    return switch (type) {
      case RSA -> "rsa-2048";
      case ED25519 -> "ed25519";
      case P256 -> "ecdsa-p256";
    };
  }

  private StoredKey read(
      String verificationMethod, String issuer, KeyType type, String name, JsonNode key) {
    if (!key.path("type").asText().equals(named(type))) {
      throw new KeyNameTaken();
    }
    String version = key.path("latest_version").asText();
    String text = key.path("keys").path(version).path("public_key").asText();
    return keys.held(
        verificationMethod,
        issuer,
        type == KeyType.ED25519 ? edwards(text) : pem(text),
        PrivatePart.heldBy(KeyHolder.VAULT, name + ":" + version));
  }

  private static byte[] pem(String text) {
    return Base64.getMimeDecoder().decode(text.replaceAll("-----[A-Z ]+-----", ""));
  }

  /** Reads an Ed25519 key, of which Vault shows only the 32 bytes (RFC 8032). */
  private static byte[] edwards(String base64) {
    byte[] key = Base64.getDecoder().decode(base64);
    return ByteBuffer.allocate(ED25519_INFO.length + key.length).put(ED25519_INFO).put(key).array();
  }

  @Override
  public Future<byte[]> sign(
      StoredKey key, SignatureAlgorithm algorithm, byte[] input, Deadline deadline) {
    String[] reference = key.privatePart().reference().split(":", 2);
    String hash = algorithm == SignatureAlgorithm.ED25519 ? "" : PREHASHED;
    return transit
        .sign(reference[0], hash, request(algorithm, reference[1], input), deadline)
        .compose(
            data ->
                compute.run(deadline, () -> signature(data, key, reference[1], algorithm, input)))
        .recover(cause -> Future.failedFuture(VaultTransit.unavailable(cause)));
  }

  /**
   * Returns the request. PSS has a salt as long as the hash, because Vault's default is the longest
   * possible salt.
   */
  private static ObjectNode request(SignatureAlgorithm algorithm, String version, byte[] input) {
    ObjectNode request = Json.object();
    request.put("key_version", Integer.parseInt(version));
    boolean hashed = algorithm != SignatureAlgorithm.ED25519;
    byte[] sent = hashed ? Sha256.of(input) : input;
    request.put("input", Base64.getEncoder().encodeToString(sent));
    if (hashed) {
      request.put("prehashed", true);
    }
    return switch (algorithm) {
      case PS256 -> request.put("signature_algorithm", "pss").put("salt_length", "hash");
      case RS256 -> request.put("signature_algorithm", "pkcs1v15");
      case ES256 -> request.put("marshaling_algorithm", "jws");
      case ED25519 -> request;
    };
  }

  /** Reads {@code vault:v<version>:<signature>}. */
  private byte[] signature(
      JsonNode data, StoredKey key, String version, SignatureAlgorithm algorithm, byte[] input) {
    String prefix = "vault:v" + version + ":";
    String text = data.path("signature").asText();
    if (!text.startsWith(prefix)) {
      throw new IllegalStateException("Vault signed with another version of the key");
    }
    Base64.Decoder decoder =
        algorithm == SignatureAlgorithm.ES256 ? Base64.getUrlDecoder() : Base64.getDecoder();
    byte[] signature = decoder.decode(text.substring(prefix.length()));
    if (!keys.verifies(key, algorithm, input, signature)) {
      throw new IllegalStateException("Vault's signature does not verify");
    }
    return signature;
  }
}
