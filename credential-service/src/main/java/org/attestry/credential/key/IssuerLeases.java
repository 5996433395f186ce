package org.attestry.credential.key;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.attestry.runtime.async.SharedRun;

/**
 * Issuers with their ACTIVE keys, each used for {@link #LEASE} after the read of it began. An
 * operation that disables an issuer or revokes a key replies only after {@link #ended}, when no
 * replica uses what it read before (leases, Gray and Cheriton 1989). Calls that wait for the same
 * read share it. The shared read begins after all calls that use it. Used on one event loop.
 */
public final class IssuerLeases {

  static final Duration LEASE = Duration.ofMillis(100);

  /** The lease, and something for clocks that run at different speeds. */
  private static final Duration SURELY_ENDED = LEASE.plusMillis(10);

  private static final int MOST_KEPT = 1_000;

  private final PgKeyStore store;
  private final Function<Duration, Future<?>> timer;
  private final Map<OfType, Leased> leased = new HashMap<>();
  private final Map<OfType, SharedRun<Optional<RegisteredIssuer>>> reading = new HashMap<>();

  /**
   * @param timer completes after the duration
   */
  public IssuerLeases(PgKeyStore store, Function<Duration, Future<?>> timer) {
    this.store = store;
    this.timer = timer;
  }

  /** The issuer with its ACTIVE key of the type, if it is registered. */
  Future<Optional<RegisteredIssuer>> find(String issuer, KeyType type) {
    OfType wanted = new OfType(issuer, type);
    return isLeased(wanted) ? known(wanted) : read(wanted);
  }

  private boolean isLeased(OfType wanted) {
    return leased.containsKey(wanted) && leased.get(wanted).isValid();
  }

  private Future<Optional<RegisteredIssuer>> known(OfType wanted) {
    return Future.succeededFuture(Optional.of(leased.get(wanted).issuer()));
  }

  /**
   * Completes when no replica uses what it read before this call. To be waited for also where
   * nothing was changed: an earlier request may have committed the same change and ended before its
   * reply.
   */
  public Future<Void> ended() {
    return timer.apply(SURELY_ENDED).mapEmpty();
  }

  private Future<Optional<RegisteredIssuer>> read(OfType wanted) {
    SharedRun<Optional<RegisteredIssuer>> reads =
        reading.computeIfAbsent(wanted, absent -> new SharedRun<>());
    return reads
        .run(() -> isLeased(wanted) ? known(wanted) : leased(wanted))
        .onComplete(
            read -> {
              if (reads.isIdle()) {
                reading.remove(wanted, reads);
              }
            });
  }

  private Future<Optional<RegisteredIssuer>> leased(OfType wanted) {
    long began = System.nanoTime();
    return store
        .findIssuer(wanted.issuer(), wanted.type())
        .onSuccess(
            found ->
                found
                    .filter(issuer -> !issuer.disabled() && issuer.active() != null)
                    .ifPresentOrElse(
                        issuer -> keep(wanted, new Leased(issuer, began)),
                        () -> leased.remove(wanted)));
  }

  private void keep(OfType wanted, Leased issuer) {
    if (leased.size() >= MOST_KEPT) {
      leased.clear();
    }
    leased.put(wanted, issuer);
  }

  private record OfType(String issuer, KeyType type) {}

  /**
   * @param began when the read began, by {@link System#nanoTime}
   */
  private record Leased(RegisteredIssuer issuer, long began) {

    boolean isValid() {
      return System.nanoTime() - began < LEASE.toNanos();
    }
  }
}
