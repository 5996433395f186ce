package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.attestry.runtime.json.JsonLocation;

/** Says which numbers a signature covers exactly: no other number has the same canonical form. */
public final class Numbers {

  /** 2^53 - 1. Beyond it, an IEEE 754 double may represent several integers (RFC 7493, 2.2). */
  public static final BigDecimal LARGEST_WHOLE = BigDecimal.valueOf((1L << 53) - 1);

  public static final String ADVICE =
      "Numbers must be whole within 2^53 - 1, or decimals of at most 15 digits and not below"
          + " 0.000001, to be signed exactly: send others as strings.";
  public static final String ADVICE_IN_JSON =
      "A number in a JSON literal must be exactly an IEEE 754 double: send it as a string.";

  private static final BigDecimal SMALLEST_FRACTION = new BigDecimal("0.000001");
  private static final int MOST_DIGITS = 15;

  private Numbers() {}

  public static boolean isWhole(BigDecimal number) {
    return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
  }

  /**
   * Says whether the canonical form of RDF (JSON-LD 1.1 API, 8.6) represents only this number, and
   * every canonicalizer writes it in the same way.
   */
  public static boolean isExactInRdf(BigDecimal number) {
    BigDecimal size = number.abs();
    return size.compareTo(LARGEST_WHOLE) <= 0
        && (isWhole(number)
            || size.compareTo(SMALLEST_FRACTION) >= 0
                && number.stripTrailingZeros().precision() <= MOST_DIGITS);
  }

  /** Says whether the canonical form of JSON (RFC 8785) represents only this number. */
  static boolean isExactInJson(BigDecimal number) {
    double nearest = number.doubleValue();
    return Double.isFinite(nearest)
        && new BigDecimal(Double.toString(nearest)).compareTo(number) == 0;
  }

  /** Returns pointers to the numbers in a value that are not exact in JSON, in document order. */
  public static List<String> inexactInJson(JsonNode value) {
    List<String> found = new ArrayList<>();
    visitInexact(value, JsonLocation.ROOT, () -> {}, place -> found.add(place.pointer()));
    return found;
  }

  /**
   * Visits these numbers below a place.
   *
   * @param step called for each value
   */
  public static void visitInexact(
      JsonNode value, JsonLocation place, Runnable step, Consumer<JsonLocation> found) {
    step.run();
    if (value.isNumber() && !isExactInJson(value.decimalValue())) {
      found.accept(place);
    }
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      visitInexact(member.getValue(), place.member(member.getKey()), step, found);
    }
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      visitInexact(value.get(i), place.item(i), step, found);
    }
  }
}
