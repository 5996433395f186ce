package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;

/** Jackson trees as the Jakarta JSON values that the JSON-LD processor reads. */
final class JakartaJson {

  private static final BigDecimal EXACT = BigDecimal.valueOf(1L << 53);
  private static final BigDecimal LARGEST_INTEGER = new BigDecimal("1e21");
  private static final MathContext SHOWN = new MathContext(16, RoundingMode.HALF_UP);
  private static final JsonProvider PROVIDER = JsonProvider.provider();

  private JakartaJson() {}

  static JsonStructure structure(JsonNode node) {
    return (JsonStructure) value(node);
  }

  private static JsonValue value(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> object(node);
      case ARRAY -> array(node);
      case STRING -> PROVIDER.createValue(node.textValue());
      case NUMBER -> number(node.decimalValue());
      case BOOLEAN -> node.booleanValue() ? JsonValue.TRUE : JsonValue.FALSE;
      default -> JsonValue.NULL;
    };
  }

  /**
   * Numbers as JavaScript has them, and so JSON-LD's signers: beyond exact integers they are IEEE
   * 754 doubles, of which the canonical form (JSON-LD 1.1 API, 8.6) shows 16 digits.
   */
  private static JsonValue number(BigDecimal number) {
    if (number.abs().compareTo(EXACT) <= 0 && isWhole(number)) {
      return PROVIDER.createValue(number.toBigInteger());
    }
    double approximate = number.doubleValue();
    if (Double.isInfinite(approximate)) {
      return PROVIDER.createValue(number);
    }
    BigDecimal exact = new BigDecimal(approximate);
    return isWhole(exact) && exact.abs().compareTo(LARGEST_INTEGER) < 0
        ? PROVIDER.createValue(exact.toBigInteger())
        : PROVIDER.createValue(exact.round(SHOWN).stripTrailingZeros());
  }

  private static boolean isWhole(BigDecimal number) {
    return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
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
