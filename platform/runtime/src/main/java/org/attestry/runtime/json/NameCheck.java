package org.attestry.runtime.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;

/**
 * Limits the number of different member names of a text. The parsers of trusted JSON share a symbol
 * table, in which colliding names take quadratic time.
 */
public final class NameCheck {

  /** Different names in one text. */
  public static final int MOST = 10_000;

  private NameCheck() {}

  /**
   * @param tokens for untrusted text; does not store names
   * @throws FailureException of kind TOO_LARGE when there are more than {@code most}
   * @throws IOException when the text is not JSON
   */
  public static void refuseIn(JsonBytes json, int most, JsonFactory tokens) throws IOException {
    if (!mayHaveMore(json.utf8(), most)) {
      return;
    }
    Set<String> names = new HashSet<>();
    try (JsonParser parser = tokens.createParser(json.utf8())) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME && names.add(parser.currentName())) {
          requireAtMost(most, names.size());
        }
      }
    }
  }

  private static boolean mayHaveMore(byte[] utf8, int most) {
    int colons = 0;
    for (byte each : utf8) {
      colons += each == ':' ? 1 : 0;
    }
    return colons > most;
  }

  private static void requireAtMost(int most, int names) {
    if (names > most) {
      String message = "The JSON has more than %d different member names.".formatted(most);
      throw Failure.of(FailureKind.TOO_LARGE, "json.too-large", message).exception();
    }
  }
}
