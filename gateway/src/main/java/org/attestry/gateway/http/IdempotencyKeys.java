package org.attestry.gateway.http;

import io.vertx.core.MultiMap;
import java.util.List;
import org.attestry.contracts.Failure;

/** The header {@code Idempotency-Key}. What it holds is the client's, and compared as it stands. */
final class IdempotencyKeys {

  private static final String HEADER = "idempotency-key";
  private static final int LONGEST = 255;

  private IdempotencyKeys() {}

  /**
   * The key, or null where none was sent.
   *
   * @throws org.attestry.contracts.FailureException of kind INVALID when it is no key
   */
  static String of(MultiMap headers) {
    if (!headers.contains(HEADER)) {
      return null;
    }
    List<String> sent = headers.getAll(HEADER);
    String key = sent.get(0);
    boolean visible = key.chars().allMatch(c -> c > ' ' && c <= '~');
    if (sent.size() > 1 || key.isEmpty() || key.length() > LONGEST || !visible) {
      throw Failure.invalid(
              "gateway.idempotency-key",
              "",
              "idempotency-key",
              "Idempotency-Key must be sent once, with 1 to %d visible ASCII characters."
                  .formatted(LONGEST))
          .exception();
    }
    return key;
  }
}
