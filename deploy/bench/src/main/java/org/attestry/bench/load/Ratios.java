package org.attestry.bench.load;

/** Ratios of two measurements at the same number of connections. */
public final class Ratios {

  private Ratios() {}

  public static Ratio rate(String what, String bar, Measured mine, Measured other) {
    return new Ratio(
        "%s, requests/s at %d connections".formatted(what, mine.connections()),
        bar,
        mine.outcome().perSecond() / other.outcome().perSecond());
  }

  public static Ratio p95(String what, String bar, Measured mine, Measured other) {
    return new Ratio(
        "%s, p95 at %d connections".formatted(what, mine.connections()),
        bar,
        mine.outcome().p95() / other.outcome().p95());
  }

  public static Ratio p99(String what, String bar, Measured mine, Measured other) {
    return new Ratio(
        "%s, p99 at %d connections".formatted(what, mine.connections()),
        bar,
        mine.outcome().p99() / other.outcome().p99());
  }

  /** Compares the processor time of services, PostgreSQL and Kafka per request. */
  public static Ratio work(String what, String bar, Measured mine, Measured other) {
    return new Ratio(
        "%s, processor time at %d connections".formatted(what, mine.connections()),
        bar,
        mine.cpu().total() / other.cpu().total());
  }

  /** Compares the slowest requests with the median one. */
  public static Ratio tail(String bar, Measured mine) {
    return new Ratio(
        "%s, p99 / p50 at %d connections".formatted(mine.what(), mine.connections()),
        bar,
        mine.outcome().p99() / mine.outcome().p50());
  }
}
