package org.attestry.runtime.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The end of a credential's validity. */
public final class ValidityEnd {

  private ValidityEnd() {}

  /**
   * Returns {@code validUntil} (data model 2.0, section 4.9) or {@code expirationDate} (data model
   * 1.1, section 4.6) as it is written: the earlier one, if a credential has both. Empty if it has
   * neither as a text; a text that is no time counts only if no other is one.
   */
  public static Optional<String> of(JsonNode credential) {
    return Stream.of("validUntil", "expirationDate")
        .map(credential::path)
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .min(Comparator.comparing(ValidityEnd::time));
  }

  private static OffsetDateTime time(String text) {
    try {
      return OffsetDateTime.parse(text);
    } catch (DateTimeException notATime) {
      return OffsetDateTime.MAX;
    }
  }
}
