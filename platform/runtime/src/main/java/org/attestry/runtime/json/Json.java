package org.attestry.runtime.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.cfg.MutableCoercionConfig;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Optional;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;

/**
 * Reads and writes JSON. Untrusted text is parsed with limits: 64 levels, 200,000 values, 100,000
 * objects and arrays, 10,000 different member names, strings of 1,000,000 characters, numbers of
 * 310 digits that a double reaches; duplicate members, members named {@code __proto__}, NUL and
 * unpaired surrogates are refused. Numbers keep their precision.
 */
public final class Json {

  private static final int DEPTH = 64;
  private static final int STRING_CHARACTERS = 1_000_000;

  /**
   * The number of digits of a number near 10^308 without exponent: a client may send a number back
   * in this form.
   */
  private static final int NUMBER_DIGITS = 310;

  private static final JsonMapper OUTSIDE = outside();
  private static final JsonMapper INSIDE = inside().build();
  private static final JsonMapper STRICT = strict();

  private Json() {}

  /**
   * Parses untrusted text in UTF-8; one in another encoding is refused.
   *
   * @throws FailureException of kind INVALID or TOO_LARGE with the position of the mistake, without
   *     the content
   */
  public static JsonNode parse(JsonBytes json) {
    return parse(json, TokenCheck.MOST_NAMES);
  }

  /**
   * Parses untrusted text with another limit of different member names.
   *
   * @throws FailureException as {@link #parse(JsonBytes)}
   */
  public static JsonNode parse(JsonBytes json, int mostNames) {
    EncodingCheck.refuseIn(json.utf8());
    JsonNode node;
    try {
      TokenCheck.limit(json, mostNames, OUTSIDE.getFactory());
      node = OUTSIDE.readTree(json.utf8());
    } catch (StreamConstraintsException e) {
      throw refused(FailureKind.TOO_LARGE, "limit", limits(), e.getLocation());
    } catch (JsonProcessingException e) {
      throw MalformedJson.of(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (node.isMissingNode()) {
      throw FailureException.invalid("json.missing", "", "json", "The body is empty; send JSON.");
    }
    TextCheck.refuseIn(json, node);
    TextCheck.refusePrototypesIn(json, node);
    return node;
  }

  /** Returns a new object without members. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Returns a new array without items. */
  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** Parses trusted JSON, such as a stored body. */
  public static JsonNode read(JsonBytes json) {
    return read(json, JsonNode.class);
  }

  /** Parses trusted JSON. */
  public static <T> T read(JsonBytes json, Class<T> type) {
    try {
      return INSIDE.readValue(json.utf8(), type);
    } catch (IOException e) {
      throw new UncheckedIOException("Not a " + type.getSimpleName(), e);
    }
  }

  /**
   * Returns the string value of an object's first member with the name, without parsing what
   * follows; empty if there is no such string or the JSON before it is malformed.
   */
  public static Optional<String> firstText(JsonBytes object, String name) {
    try (JsonParser parser = INSIDE.getFactory().createParser(object.utf8())) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean found = parser.currentName().equals(name);
        JsonToken value = parser.nextToken();
        if (found) {
          return value == JsonToken.VALUE_STRING ? Optional.of(parser.getText()) : Optional.empty();
        }
        parser.skipChildren();
      }
      return Optional.empty();
    } catch (IOException notJson) {
      return Optional.empty();
    }
  }

  /**
   * Parses JSON that should be from this suite but may be from another system: refuses duplicate
   * members, trailing tokens, a number or boolean for a string, NUL and unpaired surrogates.
   *
   * @throws UncheckedIOException if the text is not JSON, or not of the type
   * @throws FailureException of kind INVALID for a character that cannot be stored
   */
  public static <T> T readStrictly(JsonBytes json, Class<T> type) {
    try {
      if (TextCheck.isSuspicious(json)) {
        TextCheck.refuseIn(json, STRICT.readTree(json.utf8()));
      }
      return STRICT.readValue(json.utf8(), type);
    } catch (IOException e) {
      throw new UncheckedIOException("Not a " + type.getSimpleName(), e);
    }
  }

  public static JsonNode read(String json) {
    return read(JsonBytes.of(json));
  }

  /** Writes a record or a tree; null members of a record are left out. */
  public static JsonBytes write(Object value) {
    try {
      return JsonBytes.of(INSIDE.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Cannot write a " + value.getClass().getSimpleName(), e);
    }
  }

  /** Converts a record to a tree, or a tree to a record. */
  public static <T> T convert(Object value, Class<T> type) {
    return read(write(value), type);
  }

  private static FailureException refused(
      FailureKind kind, String rule, String message, JsonLocation at) {
    String where =
        at == null ? "." : " (line %d, column %d).".formatted(at.getLineNr(), at.getColumnNr());
    Violation violation = new Violation("", rule, message + where);
    String code = kind == FailureKind.TOO_LARGE ? "json.too-large" : "json.malformed";
    return new Failure(kind, code, message + where, java.util.List.of(violation)).exception();
  }

  private static String limits() {
    return ("The body is deeper than %d levels, or has a string over %d characters or a number over"
            + " %d digits")
        .formatted(DEPTH, STRING_CHARACTERS, NUMBER_DIGITS);
  }

  private static JsonMapper outside() {
    StreamReadConstraints limits =
        StreamReadConstraints.builder()
            .maxNestingDepth(DEPTH)
            .maxStringLength(STRING_CHARACTERS)
            .maxNumberLength(NUMBER_DIGITS)
            .maxNameLength(1_000)
            .build();
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(limits)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();
    return tuned(JsonMapper.builder(factory))
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();
  }

  private static JsonMapper strict() {
    return inside()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .withCoercionConfig(LogicalType.Textual, Json::refuseScalars)
        .build();
  }

  private static void refuseScalars(MutableCoercionConfig text) {
    text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
  }

  /**
   * Returns the builder of the mapper for trusted JSON. Even trusted JSON contains member names
   * that callers chose: a parser that failed on names with colliding hashes would leave the symbol
   * table, which all parsers share, in a broken state.
   */
  private static JsonMapper.Builder inside() {
    JsonFactory factory =
        JsonFactory.builder()
            .enable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build();
    return tuned(JsonMapper.builder(factory))
        .addModule(new JavaTimeModule().addSerializer(Instant.class, new InstantText()))
        .addModule(JsonBytesModule.create())
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .defaultPropertyInclusion(
            JsonInclude.Value.construct(
                JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL));
  }

  private static JsonMapper.Builder tuned(JsonMapper.Builder builder) {
    return builder
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES);
  }

  /** Writes instants as ISO 8601 in UTC with milliseconds. */
  private static final class InstantText extends JsonSerializer<Instant> {

    private static final DateTimeFormatter MILLISECONDS =
        new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    @Override
    public void serialize(Instant value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(MILLISECONDS.format(value));
    }
  }
}
