package org.attestry.registry.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * Encodes positions in a search as cursors for clients: {@code position.mac}, both base64url, the
 * mac being HMAC-SHA-256 (RFC 2104) over the position and the search that it belongs to. A cursor
 * is valid only for the same type, filters, order and caller, on every replica that has the key.
 */
public final class Cursors {

  private static final String ALGORITHM = "HmacSHA256";
  private static final int LONGEST = 8_192;

  private final SecretKeySpec key;

  /**
   * @param key the HMAC key, the same on all replicas
   */
  public Cursors(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /**
   * @param search the identity of the search
   */
  String write(Position position, String search) {
    ArrayNode json = Json.array();
    json.add(position.backwards());
    position.keys().forEach(json::add);
    byte[] text = Json.write(json).utf8();
    return encoded(text) + "." + encoded(mac(text, search));
  }

  /**
   * @throws org.attestry.contracts.FailureException INVALID if this is not a cursor of this search
   */
  Position read(String cursor, String search) {
    int dot = cursor.indexOf('.');
    if (dot < 0 || cursor.length() > LONGEST) {
      throw refused();
    }
    byte[] text = decoded(cursor.substring(0, dot));
    byte[] mac = decoded(cursor.substring(dot + 1));
    if (!MessageDigest.isEqual(mac, mac(text, search))) {
      throw refused();
    }
    JsonNode json = Json.read(JsonBytes.of(text));
    List<String> keys = new ArrayList<>();
    for (int i = 1; i < json.size(); i++) {
      keys.add(json.get(i).textValue());
    }
    return new Position(json.get(0).booleanValue(), keys);
  }

  private byte[] mac(byte[] position, String search) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(position);
      mac.update((byte) 0);
      return mac.doFinal(search.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] decoded(String text) {
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw refused();
    }
  }

  /** Returns the failure for an invalid cursor. */
  public static RuntimeException refused() {
    return SearchFailures.invalid(
        "/cursor",
        "cursor",
        "The cursor is not of this search; send it with the same filters and sort, or begin again"
            + " without.");
  }
}
