package org.attestry.contracts.schema;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.attestry.contracts.FieldPath;

/**
 * An attestation condition as a typed expression, parsed at publication from a text such as {@code
 * (ATTESTOR#$.school#.contains(REQUESTER#$.school#))}. {@code platform/conditions} parses and
 * evaluates it.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Condition.Always.class, name = "always"),
  @JsonSubTypes.Type(value = Condition.And.class, name = "and"),
  @JsonSubTypes.Type(value = Condition.Or.class, name = "or"),
  @JsonSubTypes.Type(value = Condition.Not.class, name = "not"),
  @JsonSubTypes.Type(value = Condition.Comparison.class, name = "comparison")
})
public sealed interface Condition {

  /** Holds for every attestor of the type. */
  record Always() implements Condition {}

  record And(List<Condition> all) implements Condition {
    public And {
      all = List.copyOf(all);
    }
  }

  record Or(List<Condition> any) implements Condition {
    public Or {
      any = List.copyOf(any);
    }
  }

  record Not(Condition condition) implements Condition {}

  record Comparison(Comparator comparator, Operand left, Operand right) implements Condition {}

  /**
   * How two operands compare. A path may have several values. CONTAINS holds if any value of one
   * side is among the values of the other, or, for two single values, if the right one is a
   * substring of the left one. The other comparators hold if they hold for any pair of values.
   */
  enum Comparator {
    CONTAINS,
    EQUALS,
    NOT_EQUALS,
    EQUALS_IGNORE_CASE,
    STARTS_WITH,
    LESS,
    GREATER
  }

  /** The record in which a path is evaluated. */
  enum Side {
    ATTESTOR,
    REQUESTER
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Values.class, name = "values"),
    @JsonSubTypes.Type(value = Literal.class, name = "literal")
  })
  sealed interface Operand {}

  /** The values that a path finds in the attestor's or the requester's record. */
  record Values(Side side, FieldPath path) implements Operand {}

  /**
   * A constant.
   *
   * @param text the constant's text; in a comparison with a number it is parsed as a number
   */
  record Literal(String text) implements Operand {}
}
