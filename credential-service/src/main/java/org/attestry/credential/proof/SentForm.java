package org.attestry.credential.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * The limits of a credential that can be sent for verification, also within a presentation:
 * requests have 64 levels and, by default, a million bytes.
 */
public final class SentForm {

  private static final int DEEPEST = 56;
  private static final int MOST_BYTES = 990_000;

  private SentForm() {}

  /**
   * @throws FailureException of kind INVALID if the document has more than 56 levels
   */
  public static void requireDepth(JsonNode document) {
    if (isDeeper(document, DEEPEST)) {
      throw refusal(
          "A credential has at most %d levels, so that it can be verified.".formatted(DEEPEST));
    }
  }

  /**
   * Returns the JSON text of a signed credential.
   *
   * @throws FailureException of kind INVALID if it is longer than 990,000 bytes
   */
  public static JsonBytes written(ObjectNode credential) {
    JsonBytes written = Json.write(credential);
    requireLength(written.utf8().length);
    return written;
  }

  /**
   * Returns the text of a JWT or SD-JWT.
   *
   * @throws FailureException of kind INVALID if it is longer than 990,000 bytes
   */
  public static String written(String ascii) {
    requireLength(ascii.length());
    return ascii;
  }

  private static void requireLength(int bytes) {
    if (bytes > MOST_BYTES) {
      throw refusal(
          "A signed credential has at most %,d bytes, so that it can be verified; this one has %,d."
              .formatted(MOST_BYTES, bytes));
    }
  }

  private static boolean isDeeper(JsonNode node, int levels) {
    if (!node.isContainerNode()) {
      return false;
    }
    if (levels == 0) {
      return true;
    }
    for (JsonNode inner : node) {
      if (isDeeper(inner, levels - 1)) {
        return true;
      }
    }
    return false;
  }

  private static FailureException refusal(String message) {
    return Failure.of(FailureKind.INVALID, "credential.document.invalid", message).exception();
  }
}
