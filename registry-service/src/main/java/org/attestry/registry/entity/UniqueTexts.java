package org.attestry.registry.entity;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.registry.document.NormalText;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.JsonPointers;

/** The limits of texts of unique fields, so that an index accepts them and they compare fast. */
public final class UniqueTexts {

  /** The most bytes in UTF-8 of a text that each index takes. */
  private static final int MOST_BYTES = 2_000;

  private UniqueTexts() {}

  /**
   * @throws FailureException of kind INVALID that names the texts
   */
  public static void require(PublishedType type, ObjectNode body) {
    List<Violation> found = violations(type, body);
    if (!found.isEmpty()) {
      throw FailureException.invalid("registry.entity.index-value-too-long", found);
    }
  }

  /** Returns the texts of a body that no unique index takes. */
  private static List<Violation> violations(PublishedType type, ObjectNode body) {
    List<Violation> found = new ArrayList<>();
    for (List<FieldPath> fields : type.config().uniqueFields()) {
      for (FieldPath field : fields) {
        String wrong = wrong(JsonPointers.value(body, field));
        if (wrong != null) {
          found.add(new Violation(JsonPointers.of(field), "index", wrong));
        }
      }
    }
    return found;
  }

  private static String wrong(JsonNode value) {
    if (value == null || !value.isTextual()) {
      return null;
    }
    String text = value.textValue();
    if (text.length() > MOST_BYTES || text.getBytes(UTF_8).length > MOST_BYTES) {
      return "A text of a unique field has at most %,d bytes; shorten it.".formatted(MOST_BYTES);
    }
    return NormalText.isSafe(text)
        ? null
        : "A text of a unique field has at most %d combining marks in a row; remove some."
            .formatted(NormalText.MOST_MARKS);
  }
}
