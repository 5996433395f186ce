package org.attestry.gateway.serve;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;

/**
 * Limits memory and time for the JSON bodies of all requests, and memory for what is read. The
 * first bytes of each body do not share the budget of the others, so that small bodies are accepted
 * while large ones are not. They have a quarter as much of their own; where that is used up, a
 * caller may have those of {@value #FREE_BODIES} bodies. The others share a budget until the reply
 * is there, and those of a reply until the client has received it, so that large bodies never block
 * small ones. A user may have a quarter of it, an address without a token an eighth, all addresses
 * without a token together half; one body of the largest size always fits into a share. Used on the
 * event loop of one verticle.
 */
final class RequestBodies {

  private static final int FREE_BYTES = 8_192;

  /** The largest body that is parsed at once, which takes about a millisecond. */
  static final int QUICK = 65_536;

  /** The largest body that is checked against a schema at once, which takes a few milliseconds. */
  static final int QUICK_FOR_SCHEMA = 2_048;

  /** The bodies of one caller that are received whatever others send. */
  private static final int FREE_BODIES = 4;

  private final Vertx vertx;
  private final int limit;
  private final Duration timeout;
  private final long all;
  private final Checks checks;
  private final Map<CallerKey, Long> byCaller = new HashMap<>();
  private final Map<CallerKey, Long> freeByCaller = new HashMap<>();
  private long held;
  private long free;
  private long anonymous;

  /**
   * @param limit the largest body in bytes
   * @param all the most bytes of all bodies together
   * @param timeout how long receiving a body may take
   * @param checks check large bodies
   */
  RequestBodies(Vertx vertx, int limit, long all, Duration timeout, Checks checks) {
    this.vertx = vertx;
    this.limit = limit;
    this.timeout = timeout;
    this.all = all;
    this.checks = checks;
  }

  /** Threads on which callers take turns. */
  @FunctionalInterface
  interface Checks {

    /** Fails as the work does, or as threads do that are busy. */
    Future<JsonBytes> run(CallerKey caller, Callable<JsonBytes> work);
  }

  /**
   * Checks a whole body: a large one on a thread, because one body after the other would stop all
   * other requests.
   *
   * @param quick the largest body, in bytes, that is checked at once
   */
  Future<JsonBytes> check(
      CallerKey caller, JsonBytes sent, int quick, UnaryOperator<JsonBytes> check) {
    return sent.utf8().length > quick
        ? checks.run(caller, () -> check.apply(sent))
        : Future.succeededFuture(sent).map(check);
  }

  /** The body of a request that has not been read yet. */
  RequestBody of(HttpServerRequest request) {
    return new RequestBody(vertx, request, this);
  }

  int limit() {
    return limit;
  }

  Duration timeout() {
    return timeout;
  }

  /**
   * Reserves the bytes by which a body grows.
   *
   * @return null if they are reserved; if not, why: RATE_LIMITED when the caller has too many,
   *     UNAVAILABLE when all callers, or all without a token, have too many
   */
  FailureException grow(CallerKey caller, int from, int to) {
    long moreFree = free(to) - free(from);
    if (moreFree > 0
        && free + moreFree > all / 4
        && freeByCaller.getOrDefault(caller, 0L) + moreFree > FREE_BODIES * FREE_BYTES) {
      return tooMany();
    }
    FailureException refused = reserve(caller, shared(to) - shared(from));
    if (refused == null) {
      countFree(caller, moreFree);
    }
    return refused;
  }

  private FailureException reserve(CallerKey caller, long more) {
    if (more == 0) {
      return null;
    }
    if (byCaller.getOrDefault(caller, 0L) + more > share(caller.isAnonymous() ? 8 : 4)) {
      return tooMany();
    }
    if (held + more > all || caller.isAnonymous() && anonymous + more > share(2)) {
      return full();
    }
    count(caller, more);
    return null;
  }

  /**
   * Reserves the bytes of a reply. A caller for whom nothing is reserved gets it in any case.
   *
   * @return null, or the refusal as that of {@link #grow}
   */
  FailureException reply(CallerKey caller, int length) {
    if (byCaller.containsKey(caller)) {
      return reserve(caller, shared(length));
    }
    if (shared(length) > 0) {
      count(caller, shared(length));
    }
    return null;
  }

  /** Releases the bytes of a body of this length. */
  void release(CallerKey caller, int length) {
    countFree(caller, -free(length));
    sent(caller, length);
  }

  /** Releases the bytes of a reply of this length. */
  void sent(CallerKey caller, int length) {
    if (shared(length) > 0) {
      count(caller, -shared(length));
    }
  }

  private void countFree(CallerKey caller, long more) {
    if (more != 0) {
      free += more;
      freeByCaller.merge(
          caller, more, (before, added) -> before + added == 0 ? null : before + added);
    }
  }

  private void count(CallerKey caller, long more) {
    held += more;
    anonymous += caller.isAnonymous() ? more : 0;
    byCaller.merge(caller, more, (before, added) -> before + added == 0 ? null : before + added);
  }

  private long share(int part) {
    return Math.max(all / part, shared(limit));
  }

  private static long free(int length) {
    return Math.min(length, FREE_BYTES);
  }

  private static long shared(int length) {
    return Math.max(0, length - FREE_BYTES);
  }

  private static FailureException tooMany() {
    return FailureException.of(
        FailureKind.RATE_LIMITED,
        "gateway.bodies.too-many",
        "Your bodies that are sent or received are too many; wait for one to end.");
  }

  private static FailureException full() {
    return FailureException.unavailable(
        "gateway.bodies.full", "Too many large bodies are sent or received; try again shortly.");
  }
}
