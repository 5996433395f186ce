package org.attestry.condition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Operand;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;

/** Conditions, and records whose values often satisfy them. */
record RandomConditions(Random random) {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> NAMES = List.of("a", "b");
  private static final List<String> TEXTS = List.of("", "x", "X", "xy", "yx", "axyb", "7", "7.0");

  Condition condition(int depth) {
    return switch (depth == 0 ? 0 : random.nextInt(6)) {
      case 1 -> new Condition.And(List.of(condition(depth - 1), condition(depth - 1)));
      case 2 -> new Condition.Or(List.of(condition(depth - 1), condition(depth - 1)));
      case 3 -> new Condition.Not(condition(depth - 1));
      default -> new Comparison(pick(List.of(Comparator.values())), operand(), operand());
    };
  }

  private Operand operand() {
    return switch (random.nextInt(7)) {
      case 0 -> new Literal(pick(TEXTS));
      case 1, 2, 3 -> values(Side.ATTESTOR, random.nextInt(8) == 0 ? "*" : pick(NAMES));
      default -> values(Side.REQUESTER, pick(NAMES));
    };
  }

  private static Values values(Side side, String name) {
    return new Values(side, FieldPath.of(name));
  }

  JsonNode record() {
    ObjectNode record = NODES.objectNode();
    for (String name : NAMES) {
      switch (random.nextInt(5)) {
        case 0 -> record.putArray(name).add(scalar()).add(scalar());
        case 1 -> record.putNull(name);
        default -> record.set(name, scalar());
      }
    }
    return record;
  }

  private JsonNode scalar() {
    return switch (random.nextInt(5)) {
      case 0 -> NODES.numberNode(7);
      case 1 -> NODES.numberNode(new java.math.BigDecimal("7.0"));
      default -> NODES.textNode(pick(TEXTS));
    };
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
