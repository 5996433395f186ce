package org.attestry.runtime.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;

/**
 * Creates the failure for malformed JSON, with the position of the mistake and the name of a
 * duplicate member.
 */
public final class MalformedJson {

  private static final int LONGEST_POINTER = 1_000;

  private MalformedJson() {}

  /**
   * @param mistake the exception of a parser that refuses duplicate members
   * @return a failure of kind INVALID; it contains no part of the text except the pointer to a
   *     duplicate member
   */
  public static FailureException of(JsonProcessingException mistake) {
    Optional<String> repeated = repeated(mistake);
    String what =
        repeated
            .map("The body has the member '%s' twice; send it once"::formatted)
            .orElse("The body is not valid JSON");
    JsonLocation at = mistake.getLocation();
    String message =
        at == null
            ? what + "."
            : what + " (line %d, column %d).".formatted(at.getLineNr(), at.getColumnNr());
    String rule = repeated.isPresent() ? "repeated" : "json";
    Violation violation = new Violation(repeated.orElse(""), rule, message);
    return new Failure(FailureKind.INVALID, "json.malformed", message, List.of(violation))
        .exception();
  }

  /**
   * Returns the pointer to a duplicate member, recognised by the message, because the parser has no
   * exception class for duplicates.
   */
  private static Optional<String> repeated(JsonProcessingException mistake) {
    return mistake.getOriginalMessage().startsWith("Duplicate field")
            && mistake.getProcessor() instanceof JsonParser parser
        ? Optional.of(parser.getParsingContext().pathAsPointer().toString())
            .filter(pointer -> pointer.length() <= LONGEST_POINTER)
            .filter(pointer -> StandardCharsets.UTF_8.newEncoder().canEncode(pointer))
        : Optional.empty();
  }
}
