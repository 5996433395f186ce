package org.attestry.gateway.http;

import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.identifier.Sha256;

/** The header {@code Idempotency-Key}, an opaque value of the client's choice. */
public final class IdempotencyKeys {

  private static final String HEADER = "idempotency-key";
  private static final int LONGEST = 255;

  private IdempotencyKeys() {}

  /**
   * Returns the key, or null if none was sent.
   *
   * @throws org.attestry.contracts.FailureException of kind INVALID when the header is not a valid
   *     key
   */
  public static String of(MultiMap headers) {
    if (!headers.contains(HEADER)) {
      return null;
    }
    List<String> sent = headers.getAll(HEADER);
    String key = sent.get(0);
    boolean visible = key.chars().allMatch(c -> c > ' ' && c <= '~');
    if (sent.size() > 1 || key.isEmpty() || key.length() > LONGEST || !visible) {
      throw FailureException.invalid(
          "gateway.idempotency-key",
          "",
          "idempotency-key",
          "Idempotency-Key must be sent once, with 1 to %d visible ASCII characters."
              .formatted(LONGEST));
    }
    return key;
  }

  /**
   * Returns the key of one line of a batch: the batch's key and the number of the line, so that
   * each line has its effect once although the batch is sent again. For a caller without a token it
   * is bound to the line.
   *
   * @param key the batch's key, or null
   */
  public static String ofLine(String key, boolean known, long line, JsonBytes json) {
    String numbered = key + ":" + line;
    return key == null ? null : known ? numbered : anonymous(numbered, "", "", json);
  }

  /**
   * Returns the key for a caller without a token, bound to the client's address, the path and the
   * body: a client that guesses another client's key neither gets the reply nor uses up the key.
   *
   * @param body the request's body, or null
   */
  public static String anonymous(String key, String address, String path, JsonBytes body) {
    MessageDigest digest = Sha256.digest();
    for (String part : List.of(key, address, path)) {
      digest.update(part.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
    }
    digest.update(body == null ? new byte[0] : body.utf8());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest());
  }
}
