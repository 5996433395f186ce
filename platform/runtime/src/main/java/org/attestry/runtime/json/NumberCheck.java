package org.attestry.runtime.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Map;
import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;

/**
 * Refuses numbers beyond the range of a double (about 10^-324 to 10^308). A few characters with a
 * huge exponent would stand for millions of digits wherever the number is written out or calculated
 * with.
 */
final class NumberCheck {

  private static final int SMALLEST_EXPONENT = -324;
  private static final int LARGEST_EXPONENT = 308;

  private NumberCheck() {}

  static void refuseIn(JsonBytes json, JsonNode node) {
    if (mayHaveExponent(json.utf8())) {
      walk(node, "");
    }
  }

  private static boolean mayHaveExponent(byte[] utf8) {
    for (int i = 1; i < utf8.length; i++) {
      if ((utf8[i] | 0x20) == 'e' && utf8[i - 1] >= '0' && utf8[i - 1] <= '9') {
        return true;
      }
    }
    return false;
  }

  private static void walk(JsonNode node, String pointer) {
    if (node.isBigDecimal() && isBeyond(node.decimalValue())) {
      String message = "The number is beyond the range of 10^-324 to 10^308.";
      throw Failure.invalid("json.number", pointer, "number", message).exception();
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      walk(node.get(i), pointer + "/" + i);
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      walk(member.getValue(), pointer + "/" + JsonPointers.escape(member.getKey()));
    }
  }

  private static boolean isBeyond(BigDecimal number) {
    long exponent = (long) number.precision() - number.scale() - 1;
    return exponent > LARGEST_EXPONENT || exponent < SMALLEST_EXPONENT;
  }
}
