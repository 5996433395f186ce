package org.attestry.gateway.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.EncodingCheck;
import org.attestry.runtime.json.MalformedJson;
import org.attestry.runtime.json.TokenCheck;

/**
 * Makes sure that a client's text is one JSON value in UTF-8 before it is embedded in a request on
 * the bus, where anything else could be read as something that the client did not send. It reads
 * the text once and builds no tree; the service that uses a body parses it with its own limits.
 */
public final class JsonText {

  private static final int DEPTH = 64;
  private static final int LONGEST_NAME = 1_000;
  private static final int LONGEST_NUMBER = 1_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEPTH).build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private JsonText() {}

  /**
   * JSON in base64url (RFC 4648 section 5).
   *
   * @throws IllegalArgumentException if the text is not in base64url
   * @throws FailureException as {@link #check} does
   */
  public static JsonBytes decoded(String text) {
    byte[] json = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.ISO_8859_1));
    return check(JsonBytes.of(json));
  }

  /**
   * @return the argument
   * @throws FailureException of kind INVALID with line and column, or TOO_LARGE when it is nested
   *     too deep; the message repeats at most the name of a duplicate member from the text
   */
  public static JsonBytes check(JsonBytes json) {
    if (json.utf8().length == 0) {
      throw failure(FailureKind.INVALID, "The body is empty; send JSON", null);
    }
    EncodingCheck.refuseIn(json.utf8());
    try (JsonParser parser = FACTORY.createParser(json.utf8())) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw failure(FailureKind.INVALID, "The body is empty; send JSON", null);
      }
      pass(parser);
      if (parser.nextToken() != null) {
        throw failure(
            FailureKind.INVALID,
            "The body has something after its JSON value",
            parser.currentTokenLocation());
      }
      TokenCheck.limitNames(json, FACTORY);
    } catch (StreamConstraintsException e) {
      throw beyondLimits(e.getLocation());
    } catch (JsonProcessingException e) {
      throw MalformedJson.of(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return json;
  }

  /**
   * Reads to the end of the value. Names and numbers have the same limits as in the parsers of the
   * services. This parser, which does not cache names, does not limit their length itself.
   */
  private static void pass(JsonParser parser) throws IOException {
    int open = 0;
    JsonToken token = parser.currentToken();
    while (token != null) {
      open += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      int longest = token.isNumeric() ? LONGEST_NUMBER : LONGEST_NAME;
      boolean bounded = token.isNumeric() || token == JsonToken.FIELD_NAME;
      if (bounded && parser.getTextLength() > longest) {
        throw beyondLimits(parser.currentTokenLocation());
      }
      token = open == 0 ? null : parser.nextToken();
    }
  }

  private static FailureException beyondLimits(JsonLocation at) {
    String limit =
        "The body is deeper than %d levels, or has a name of more than %d or a number of more than %d characters"
            .formatted(DEPTH, LONGEST_NAME, LONGEST_NUMBER);
    return failure(FailureKind.TOO_LARGE, limit, at);
  }

  private static FailureException failure(FailureKind kind, String what, JsonLocation at) {
    String where =
        at == null ? "." : " (line %d, column %d).".formatted(at.getLineNr(), at.getColumnNr());
    String code = kind == FailureKind.TOO_LARGE ? "json.too-large" : "json.malformed";
    Violation violation = new Violation("", "json", what + where);
    return new Failure(kind, code, what + where, List.of(violation)).exception();
  }
}
