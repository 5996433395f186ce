package org.attestry.registry.domain.search;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.UUID;

/** A value that a filter gives. Only values of the same kind can be equal or in order. */
public sealed interface Operand {

  record Text(String value) implements Operand {}

  record Number(BigDecimal value) implements Operand {}

  record Truth(boolean value) implements Operand {}

  record Null() implements Operand {}

  record Time(OffsetDateTime value) implements Operand {}

  record Id(UUID value) implements Operand {}
}
