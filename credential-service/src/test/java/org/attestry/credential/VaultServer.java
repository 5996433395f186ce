package org.attestry.credential;

import static org.attestry.testkit.Futures.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Cipher;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.crypto.TestKeys;
import org.attestry.runtime.json.Json;
import org.bouncycastle.crypto.CryptoException;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.engines.RSABlindedEngine;
import org.bouncycastle.crypto.signers.PSSSigner;
import org.bouncycastle.crypto.util.PrivateKeyFactory;

/**
 * A stand-in for HashiCorp Vault with the HTTP API of its transit engine: keys with versions, and
 * signatures of hashes.
 */
public final class VaultServer implements AutoCloseable {

  public static final String TOKEN = "s.test";

  /** The server's behaviour. */
  public enum State {
    WORKS,
    SEALED,
    SILENT,
    BREAKS_OFF,
    SIGNS_SOMETHING_ELSE,
    SENDS_NO_JSON,
    SENDS_WITHOUT_END
  }

  private static final int LONGEST_PSS_SALT = 222;
  private static final byte[] SHA256_PREFIX =
      HexFormat.of().parseHex("3031300d060960864801650304020105000420");

  private record Key(String type, List<KeyPair> versions) {}

  private final Vertx vertx;
  private final Map<String, Key> keys = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final HttpServer server;
  private volatile State state = State.WORKS;

  private VaultServer(Vertx vertx, HttpServer server) {
    this.vertx = vertx;
    this.server = server;
  }

  public static VaultServer start() throws Exception {
    Vertx vertx = Vertx.vertx();
    HttpServer http = vertx.createHttpServer();
    VaultServer vault = new VaultServer(vertx, http);
    http.requestHandler(request -> request.body().onSuccess(body -> vault.answer(request, body)));
    await(http.listen(0, "127.0.0.1"));
    return vault;
  }

  public String address() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  public void become(State next) {
    state = next;
  }

  public int requests() {
    return requests.get();
  }

  public List<String> keys() {
    return List.copyOf(keys.keySet());
  }

  /** Adds a version, as {@code vault write -f transit/keys/<name>/rotate} does. */
  public void rotate(String name) {
    Key key = keys.get(name);
    key.versions().add(pair(key.type()));
  }

  @Override
  public void close() throws IOException {
    try {
      await(server.close());
      await(vertx.close());
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private void answer(HttpServerRequest request, Buffer body) {
    requests.incrementAndGet();
    switch (state) {
      case SEALED -> refuse(request, 503, "Vault is sealed");
      case SILENT -> request.pause();
      case BREAKS_OFF -> request.connection().close();
      case SENDS_NO_JSON -> request.response().end("<html>");
      case SENDS_WITHOUT_END -> sendOn(request);
      case WORKS, SIGNS_SOMETHING_ELSE -> work(request, body);
    }
  }

  private static void sendOn(HttpServerRequest request) {
    request.response().setChunked(true);
    request.response().write("{\"data\": \"" + "x".repeat(10_000)).onSuccess(sent -> more(request));
  }

  private static void more(HttpServerRequest request) {
    request.response().write("x".repeat(10_000)).onSuccess(sent -> more(request));
  }

  private void work(HttpServerRequest request, Buffer body) {
    if (!TOKEN.equals(request.getHeader("X-Vault-Token"))) {
      refuse(request, 403, "permission denied");
      return;
    }
    try {
      String[] path = request.path().substring("/v1/transit/".length()).split("/");
      JsonNode sent = body.length() == 0 ? null : Json.parse(JsonBytes.of(body.getBytes()));
      switch (request.method().name() + " " + path[0]) {
        case "POST keys" -> make(request, path[1], sent.path("type").asText());
        case "GET keys" -> reply(request, shown(keys.get(path[1])));
        case "POST sign" -> sign(request, path, sent);
        default -> refuse(request, 404, "no handler for route");
      }
    } catch (GeneralSecurityException e) {
      refuse(request, 500, e.getMessage());
    }
  }

  private void make(HttpServerRequest request, String name, String type) {
    keys.computeIfAbsent(name, absent -> new Key(type, new ArrayList<>(List.of(pair(type)))));
    request.response().setStatusCode(204).end();
  }

  private static ObjectNode shown(Key key) {
    ObjectNode data = Json.object();
    data.put("type", key.type()).put("latest_version", key.versions().size());
    ObjectNode versions = data.putObject("keys");
    for (int version = 1; version <= key.versions().size(); version++) {
      byte[] encoded = key.versions().get(version - 1).getPublic().getEncoded();
      versions
          .putObject(String.valueOf(version))
          .put(
              "public_key",
              key.type().equals("ed25519")
                  ? Base64.getEncoder()
                      .encodeToString(
                          Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length))
                  : "-----BEGIN PUBLIC KEY-----\n"
                      + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded)
                      + "\n-----END PUBLIC KEY-----\n");
    }
    return data;
  }

  private void sign(HttpServerRequest request, String[] path, JsonNode sent)
      throws GeneralSecurityException {
    Key key = keys.get(path[1]);
    if (key == null) {
      refuse(request, 400, "signing key not found");
      return;
    }
    int version = sent.path("key_version").asInt(key.versions().size());
    byte[] input = Base64.getDecoder().decode(sent.path("input").asText());
    if (state == State.SIGNS_SOMETHING_ELSE) {
      input[0] ^= 1;
    }
    boolean hashed = path.length > 2 && path[2].equals("sha2-256");
    byte[] digest =
        sent.path("prehashed").asBoolean()
            ? input
            : MessageDigest.getInstance("SHA-256").digest(input);
    KeyPair pair = key.versions().get(version - 1);
    byte[] signature = hashed ? signed(pair, sent, digest) : edwards(pair, input);
    Base64.Encoder encoder =
        sent.path("marshaling_algorithm").asText().equals("jws")
            ? Base64.getUrlEncoder().withoutPadding()
            : Base64.getEncoder();
    reply(
        request,
        Json.object()
            .put("key_version", version)
            .put("signature", "vault:v" + version + ":" + encoder.encodeToString(signature)));
  }

  private static byte[] signed(KeyPair pair, JsonNode sent, byte[] digest)
      throws GeneralSecurityException {
    if (pair.getPrivate().getAlgorithm().equals("EC")) {
      boolean jws = sent.path("marshaling_algorithm").asText().equals("jws");
      return sign(
          Signature.getInstance(jws ? "NONEwithECDSAinP1363Format" : "NONEwithECDSA"),
          pair,
          digest);
    }
    if (!sent.path("signature_algorithm").asText("pss").equals("pss")) {
      Cipher rsa = Cipher.getInstance("RSA/ECB/PKCS1Padding");
      rsa.init(Cipher.ENCRYPT_MODE, pair.getPrivate());
      rsa.update(SHA256_PREFIX);
      return rsa.doFinal(digest);
    }
    int salt = sent.path("salt_length").asText("auto").equals("hash") ? 32 : LONGEST_PSS_SALT;
    return pss(pair, digest, salt);
  }

  private static byte[] pss(KeyPair pair, byte[] digest, int salt) throws GeneralSecurityException {
    try {
      PSSSigner signer =
          PSSSigner.createRawSigner(
              new RSABlindedEngine(), new SHA256Digest(), new SHA256Digest(), salt, (byte) 0xbc);
      signer.init(true, PrivateKeyFactory.createKey(pair.getPrivate().getEncoded()));
      signer.update(digest, 0, digest.length);
      return signer.generateSignature();
    } catch (IOException | CryptoException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static byte[] edwards(KeyPair pair, byte[] input) throws GeneralSecurityException {
    return sign(Signature.getInstance("Ed25519"), pair, input);
  }

  private static byte[] sign(Signature signature, KeyPair pair, byte[] input)
      throws GeneralSecurityException {
    signature.initSign(pair.getPrivate());
    signature.update(input);
    return signature.sign();
  }

  private static KeyPair pair(String type) {
    if (type.startsWith("rsa")) {
      return TestKeys.rsa();
    }
    try {
      boolean curve = type.startsWith("ecdsa");
      KeyPairGenerator generator = KeyPairGenerator.getInstance(curve ? "EC" : "Ed25519");
      if (curve) {
        generator.initialize(new ECGenParameterSpec("secp256r1"));
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void reply(HttpServerRequest request, ObjectNode data) {
    ObjectNode reply = Json.object();
    reply.set("data", data);
    request.response().end(Json.write(reply).text());
  }

  private static void refuse(HttpServerRequest request, int status, String error) {
    ObjectNode reply = Json.object();
    reply.putArray("errors").add(error);
    request.response().setStatusCode(status).end(Json.write(reply).text());
  }
}
