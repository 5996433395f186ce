package org.attestry.registry.query;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/** A value in a filter. Only values of the same kind can be equal or ordered. */
public sealed interface Operand {

  /** Returns the texts among the operands. */
  static List<String> texts(List<Operand> operands) {
    return of(operands, Text.class).stream().map(Text::value).toList();
  }

  /** Returns the operands of one kind. */
  static <O extends Operand> List<O> of(List<Operand> operands, Class<O> kind) {
    return operands.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  record Text(String value) implements Operand {}

  record Number(BigDecimal value) implements Operand {}

  record Truth(boolean value) implements Operand {}

  record Null() implements Operand {}

  record Time(OffsetDateTime value) implements Operand {}

  record Id(UUID value) implements Operand {}
}
