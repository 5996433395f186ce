package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * A JWS with detached, unencoded payload (RFC 7515 appendix F, RFC 7797): {@code
 * header..signature}.
 *
 * @param header the encoded header, exactly as received, because it is signed
 * @param algorithm its {@code alg}
 * @param signature the signature's bytes
 */
public record DetachedJws(String header, String algorithm, byte[] signature) {

  /**
   * @throws InvalidProofException if the text is no such JWS. Padding and stray bits are refused,
   *     so that a signature has one spelling, and a revoked proof cannot be written in another way.
   */
  public static DetachedJws parse(String jws) {
    String[] parts = jws.split("\\.", -1);
    if (parts.length != 3 || !parts[1].isEmpty()) {
      throw new InvalidProofException("jws.not-detached");
    }
    JsonNode header = header(decode(parts[0]));
    String algorithm = header.path("alg").asText();
    JsonNode encoded = header.path("b64");
    if (!encoded.isBoolean() || encoded.booleanValue()) {
      throw new InvalidProofException("jws.encoded-payload");
    }
    JsonNode critical = header.path("crit");
    if (!critical.isArray() || critical.size() != 1 || !critical.get(0).asText().equals("b64")) {
      throw new InvalidProofException("jws.critical-header");
    }
    return new DetachedJws(parts[0], algorithm, decode(parts[2]));
  }

  public static DetachedJws of(String algorithm, byte[] signature) {
    return new DetachedJws(header(algorithm), algorithm, signature);
  }

  /** Returns the header with three members that we write. */
  public static String header(String algorithm) {
    String json = "{\"alg\":\"" + algorithm + "\",\"b64\":false,\"crit\":[\"b64\"]}";
    return encode(json.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the signing input: the encoded header, a full stop, the payload's bytes. */
  public static byte[] signingInput(String header, byte[] payload) {
    byte[] start = (header + ".").getBytes(StandardCharsets.US_ASCII);
    byte[] input = Arrays.copyOf(start, start.length + payload.length);
    System.arraycopy(payload, 0, input, start.length, payload.length);
    return input;
  }

  public String text() {
    return header + ".." + encode(signature);
  }

  public static JsonNode header(byte[] json) {
    try {
      JsonNode header = Json.parse(JsonBytes.of(json));
      if (header.isObject()) {
        return header;
      }
      throw new InvalidProofException("jws.header");
    } catch (FailureException e) {
      throw new InvalidProofException("jws.header");
    }
  }

  public static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Decodes Base64url (RFC 4648, section 5); only one spelling is accepted. */
  static byte[] decode(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      if (encode(bytes).equals(text)) {
        return bytes;
      }
      throw new InvalidProofException("jws.encoding");
    } catch (IllegalArgumentException e) {
      throw new InvalidProofException("jws.encoding");
    }
  }
}
