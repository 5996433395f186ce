package org.attestry.runtime.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.JsonSchema;
import java.math.BigDecimal;
import java.util.Map;
import java.util.function.Function;

/** Converts JSON to the types of Vert.x. A number without fraction, such as 2.0, becomes whole. */
public final class VertxJson {

  private VertxJson() {}

  /** Returns a JsonObject, JsonArray, String, Number, Boolean or null. */
  public static Object of(JsonNode value) {
    return of(value, object -> object);
  }

  /**
   * Returns the same with each object as a schema: the library would make a schema of each
   * subschema when it first meets it, which threads that share it must not see.
   */
  static Object ofSchema(JsonNode schema) {
    return of(schema, JsonSchema::of);
  }

  private static Object of(JsonNode value, Function<JsonObject, Object> made) {
    return switch (value.getNodeType()) {
      case OBJECT -> {
        JsonObject object = new JsonObject();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
          object.put(member.getKey(), of(member.getValue(), made));
        }
        yield made.apply(object);
      }
      case ARRAY -> {
        JsonArray array = new JsonArray();
        value.forEach(item -> array.add(of(item, made)));
        yield array;
      }
      case STRING -> value.textValue();
      case BOOLEAN -> value.booleanValue();
      case NUMBER -> value.isIntegralNumber() ? value.numberValue() : number(value.decimalValue());
      default -> null;
    };
  }

  private static Number number(BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0 ? number.toBigInteger() : number;
  }
}
