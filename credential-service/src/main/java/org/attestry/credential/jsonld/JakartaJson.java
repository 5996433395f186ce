package org.attestry.credential.jsonld;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.math.BigDecimal;
import java.util.Map;
import org.attestry.credential.jose.Numbers;

/** Converts Jackson trees to the Jakarta JSON values that the JSON-LD processor reads. */
public final class JakartaJson {

  private static final JsonProvider PROVIDER = JsonProvider.provider();

  private JakartaJson() {}

  public static JsonStructure structure(JsonNode node) {
    return (JsonStructure) value(node);
  }

  /** Returns an array with one value. */
  static JsonArray array(JsonValue only) {
    return PROVIDER.createArrayBuilder().add(only).build();
  }

  static JsonValue value(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> object(node);
      case ARRAY -> array(node);
      case STRING -> PROVIDER.createValue(node.textValue());
      case NUMBER -> number(node.decimalValue());
      case BOOLEAN -> node.booleanValue() ? JsonValue.TRUE : JsonValue.FALSE;
      default -> JsonValue.NULL;
    };
  }

  /** Returns an exact number: 1.0 is 1, and nothing is rounded. */
  private static JsonValue number(BigDecimal number) {
    return Numbers.isWhole(number) && number.abs().compareTo(Numbers.LARGEST_WHOLE) <= 0
        ? PROVIDER.createValue(number.toBigInteger())
        : PROVIDER.createValue(number);
  }

  private static JsonValue object(JsonNode node) {
    JsonObjectBuilder builder = PROVIDER.createObjectBuilder();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      builder.add(member.getKey(), value(member.getValue()));
    }
    return builder.build();
  }

  private static JsonValue array(JsonNode node) {
    JsonArrayBuilder builder = PROVIDER.createArrayBuilder();
    node.forEach(item -> builder.add(value(item)));
    return builder.build();
  }
}
