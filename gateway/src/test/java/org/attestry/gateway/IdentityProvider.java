package org.attestry.gateway;

import static org.attestry.testkit.Futures.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An OpenID Connect provider as far as the gateway sees one: it signs tokens and serves its keys.
 */
public final class IdentityProvider implements AutoCloseable {

  /** Seconds since 1970, in 2020 and in 2100: tokens are valid whenever a test runs. */
  public static final long PAST = 1_600_000_000;

  public static final long FUTURE = 4_100_000_000L;

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  /** The first keys of every provider of this JVM, by algorithm: RSA keys take long to make. */
  private static final Map<String, KeyPair> FIRST_KEYS = new ConcurrentHashMap<>();

  private final Map<String, KeyPair> keys = new ConcurrentHashMap<>();
  private final Map<String, String> algorithms = new ConcurrentHashMap<>();
  private final AtomicInteger keyReads = new AtomicInteger();
  private final AtomicLong padding = new AtomicLong();
  private final AtomicBoolean failing = new AtomicBoolean();
  private final ConcurrentLinkedQueue<String> otherRequests = new ConcurrentLinkedQueue<>();
  private final HttpServer server;

  public IdentityProvider(Vertx vertx) {
    addFirstKey("rsa-1", "RS256");
    addFirstKey("pss-1", "PS256");
    addFirstKey("ec-1", "ES256");
    addFirstKey("ed-1", "EdDSA");
    server = vertx.createHttpServer().requestHandler(this::answer);
    await(server.listen(0, "127.0.0.1"));
  }

  public String issuer() {
    return "http://127.0.0.1:%d/auth/realms/test".formatted(server.actualPort());
  }

  public int keyReads() {
    return keyReads.get();
  }

  /** The requests other than for keys: a gateway that checks tokens itself sends none. */
  public List<String> otherRequests() {
    return List.copyOf(otherRequests);
  }

  public void fail(boolean fails) {
    failing.set(fails);
  }

  /** How many blanks precede the key set. */
  public void padKeys(long bytes) {
    padding.set(bytes);
  }

  public void addKey(String id, String algorithm) {
    keys.put(id, newKey(algorithm, id.startsWith("weak") ? 1024 : 2048));
    algorithms.put(id, algorithm);
  }

  private void addFirstKey(String id, String algorithm) {
    keys.put(id, FIRST_KEYS.computeIfAbsent(algorithm, first -> newKey(first, 2048)));
    algorithms.put(id, algorithm);
  }

  private static KeyPair newKey(String algorithm, int rsaBits) {
    try {
      KeyPairGenerator generator =
          switch (algorithm) {
            case "RS256", "PS256" -> generator("RSA", rsaBits);
            case "ES256" -> generator("EC", 256);
            default -> KeyPairGenerator.getInstance("Ed25519");
          };
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A usual access token, with changes; a change to null leaves the claim out. */
  public String token(Map<String, Object> changes) {
    return sign("rsa-1", Map.of("typ", "JWT"), claims(changes));
  }

  public String tokenOf(String user, String... roles) {
    return token(Map.of("sub", user, "realm_access", roles(roles)));
  }

  public JsonObject claims(Map<String, Object> changes) {
    JsonObject claims =
        new JsonObject()
            .put("iss", issuer())
            .put("sub", "user-1")
            .put("typ", "Bearer")
            .put("aud", "account")
            .put("iat", PAST)
            .put("exp", FUTURE)
            .put("scope", "email profile")
            .put("email", "user-1@example.org")
            .put("realm_access", roles("Student"));
    changes.forEach(
        (name, value) -> {
          if (value == MISSING) {
            claims.remove(name);
          } else {
            claims.put(name, value);
          }
        });
    return claims;
  }

  public static final Object MISSING = new Object();

  public static JsonObject roles(String... roles) {
    return new JsonObject().put("roles", new JsonArray(Arrays.asList(roles)));
  }

  /** A compact JWS by one of the keys. */
  public String sign(String keyId, Map<String, Object> header, JsonObject claims) {
    JsonObject head = new JsonObject().put("alg", algorithms.get(keyId)).put("kid", keyId);
    header.forEach(head::put);
    return signText(keyId, head.encode(), claims.encode());
  }

  /** The same of texts that may be no JSON, or strange JSON. */
  public String signText(String keyId, String header, String claims) {
    String input = encode(header) + "." + encode(claims);
    try {
      Signature signature = signature(algorithms.get(keyId));
      signature.initSign(keys.get(keyId).getPrivate());
      signature.update(input.getBytes(StandardCharsets.US_ASCII));
      return input + "." + BASE64.encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public byte[] publicKey(String keyId) {
    return keys.get(keyId).getPublic().getEncoded();
  }

  public static String encode(JsonObject json) {
    return encode(json.encode());
  }

  private static String encode(String json) {
    return BASE64.encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.close();
  }

  private void answer(io.vertx.core.http.HttpServerRequest request) {
    if (!request.path().equals("/auth/realms/test/protocol/openid-connect/certs")) {
      otherRequests.add(request.method() + " " + request.path());
      request.response().setStatusCode(404).end();
      return;
    }
    keyReads.incrementAndGet();
    if (failing.get()) {
      request.response().setStatusCode(500).end("broken");
      return;
    }
    JsonArray set = new JsonArray();
    keys.forEach((id, pair) -> set.add(jwk(id, pair)));
    set.add(new JsonObject().put("kty", "RSA").put("use", "enc").put("alg", "RSA-OAEP"));
    set.add(new JsonObject().put("kty", "oct").put("kid", "oct-1").put("k", "c2VjcmV0"));
    request.response().putHeader("content-type", "application/json");
    pad(request.response().setChunked(true), padding.get())
        .onSuccess(padded -> request.response().end(new JsonObject().put("keys", set).encode()));
  }

  private static Future<Void> pad(HttpServerResponse response, long bytes) {
    if (bytes <= 0) {
      return Future.succeededFuture();
    }
    String blank = " ".repeat((int) Math.min(bytes, 1_000_000));
    return response.write(blank).compose(written -> pad(response, bytes - blank.length()));
  }

  private JsonObject jwk(String id, KeyPair pair) {
    JsonObject jwk =
        new JsonObject().put("kid", id).put("use", "sig").put("alg", algorithms.get(id));
    return switch (pair.getPublic()) {
      case RSAPublicKey rsa ->
          jwk.put("kty", "RSA")
              .put("n", unsigned(rsa.getModulus(), rsa.getModulus().bitLength() / 8))
              .put("e", unsigned(rsa.getPublicExponent(), 3));
      case ECPublicKey ec ->
          jwk.put("kty", "EC")
              .put("crv", "P-256")
              .put("x", unsigned(ec.getW().getAffineX(), 32))
              .put("y", unsigned(ec.getW().getAffineY(), 32));
      case EdECPublicKey ed -> {
        byte[] encoded = ed.getEncoded();
        byte[] raw = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
        yield jwk.put("kty", "OKP").put("crv", "Ed25519").put("x", BASE64.encodeToString(raw));
      }
      default -> throw new IllegalStateException();
    };
  }

  private static KeyPairGenerator generator(String algorithm, int size)
      throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(size);
    return generator;
  }

  private static Signature signature(String algorithm) throws GeneralSecurityException {
    return switch (algorithm) {
      case "RS256" -> Signature.getInstance("SHA256withRSA");
      case "ES256" -> Signature.getInstance("SHA256withECDSAinP1363Format");
      case "EdDSA" -> Signature.getInstance("Ed25519");
      default -> {
        Signature pss = Signature.getInstance("RSASSA-PSS");
        pss.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
        yield pss;
      }
    };
  }

  private static String unsigned(BigInteger number, int length) {
    byte[] bytes = number.toByteArray();
    byte[] out = new byte[length];
    int from = Math.max(0, bytes.length - length);
    System.arraycopy(bytes, from, out, length - bytes.length + from, bytes.length - from);
    return BASE64.encodeToString(out);
  }
}
