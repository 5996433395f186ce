package org.attestry.registry.domain.search;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How a filter compares. */
public enum Operator {
  EQ("eq"),
  NEQ("neq"),
  GT("gt"),
  GTE("gte"),
  LT("lt"),
  LTE("lte"),
  IN("in"),
  OR("or"),
  EXISTS("exists");

  private final String written;

  Operator(String written) {
    this.written = written;
  }

  public String written() {
    return written;
  }

  /** Whether it takes an array of values. */
  public boolean takesSeveral() {
    return this == IN || this == OR;
  }

  static Optional<Operator> named(String name) {
    return Stream.of(values()).filter(operator -> operator.written.equals(name)).findFirst();
  }

  static List<String> all() {
    return Stream.of(values()).map(Operator::written).toList();
  }
}
