package org.attestry.bench;

/** Ratios of two measurements at the same number of connections. */
final class Ratios {

  private Ratios() {}

  static Ratio rate(String what, String bar, Measured mine, Measured other) {
    return new Ratio(
        "%s, requests/s at %d connections".formatted(what, mine.connections()),
        bar,
        mine.outcome().perSecond() / other.outcome().perSecond());
  }

  static Ratio p95(String what, String bar, Measured mine, Measured other) {
    return new Ratio(
        "%s, p95 at %d connections".formatted(what, mine.connections()),
        bar,
        mine.outcome().p95() / other.outcome().p95());
  }

  static Ratio p99(String what, String bar, Measured mine, Measured other) {
    return new Ratio(
        "%s, p99 at %d connections".formatted(what, mine.connections()),
        bar,
        mine.outcome().p99() / other.outcome().p99());
  }
}
