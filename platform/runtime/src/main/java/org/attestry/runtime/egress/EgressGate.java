package org.attestry.runtime.egress;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.async.TimeLimit;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Limits;
import org.attestry.runtime.fair.FairQueue.Refusals;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.http.BoundedResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches documents whose URLs are in data; no other class does. A document is fetched only if the
 * settings list the origin of its URL. The host's addresses are resolved once and must all be
 * public; the connection is made to a resolved address, so that the name cannot resolve to another
 * address by then (DNS rebinding). Redirects are not followed; time, size and concurrent requests
 * are limited. Used on one event loop.
 */
public final class EgressGate {

  private static final Logger LOG = LoggerFactory.getLogger(EgressGate.class);

  /**
   * Preferred media types: a server may offer status lists in CBOR too (Token Status List, section
   * 8.1).
   */
  private static final String ACCEPTED =
      "application/json, application/statuslist+jwt, application/*;q=0.9, */*;q=0.5";

  private static final int LONGEST_ADDRESS = 2_000;
  private static final int LOOKUP_THREADS = 2;
  private static final int LOOKUP_QUEUE = 64;
  private static final int WAITING = 64;
  private static final int OK = 200;

  private final Vertx vertx;
  private final EgressConfig config;
  private final HostLookup hosts;
  private final Workers lookups;
  private final HttpClient client;
  private final Set<Origin> allowed;
  private final FetchCache cache;
  private final Map<Origin, FairQueue> queues;

  private record Target(Origin origin, String path) {

    String address() {
      return origin + path;
    }
  }

  public EgressGate(Vertx vertx, EgressConfig config, MeterRegistry meters) {
    this(
        vertx,
        config,
        new HttpClientOptions(),
        host -> List.of(InetAddress.getAllByName(host)),
        meters);
  }

  EgressGate(
      Vertx vertx,
      EgressConfig config,
      HttpClientOptions options,
      HostLookup hosts,
      MeterRegistry meters) {
    this.vertx = vertx;
    this.config = config;
    this.hosts = hosts;
    this.lookups = new Workers(vertx, "egress-lookup", LOOKUP_THREADS, LOOKUP_QUEUE, meters);
    this.client =
        vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(config.concurrent()));
    this.allowed =
        config.allowed().stream()
            .flatMap(origin -> Origin.ofSetting(origin, config.loopback()).stream())
            .collect(Collectors.toUnmodifiableSet());
    this.cache = new FetchCache(config.cacheBytes());
    Limits limits = Limits.of(config.concurrent(), WAITING).longestWait(config.timeout());
    this.queues =
        allowed.stream()
            .collect(
                Collectors.toMap(
                    Function.identity(),
                    origin -> new FairQueue(vertx, "egress", limits, Refusals.USUAL, meters)));
  }

  /**
   * Fetches the document at a URL; the fragment is ignored. Concurrent calls for the same URL share
   * one request.
   *
   * @param newest the greatest age of a cached document that may be returned; with zero, only a
   *     fetch that is in flight is shared
   * @param deadline of the caller: callers take turns at an origin
   * @return the document; fails with an {@link EgressException}, which is repeated for a few
   *     seconds without another request
   */
  public Future<Fetched> fetch(String address, Duration newest, Deadline deadline) {
    Optional<Target> target = target(address);
    if (target.isEmpty()) {
      return refused(EgressRefusal.ADDRESS_INVALID);
    }
    Origin origin = target.get().origin();
    if (!allowed.contains(origin)) {
      return refused(EgressRefusal.ORIGIN_NOT_ALLOWED);
    }
    return cache
        .find(target.get().address(), newest)
        .orElseGet(() -> inTurn(target.get(), newest, deadline));
  }

  /** Looks into the cache again: others may have fetched the document meanwhile. */
  private Future<Fetched> inTurn(Target target, Duration newest, Deadline deadline) {
    return queues
        .get(target.origin())
        .run(
            deadline,
            () -> cache.find(target.address(), newest).orElseGet(() -> begin(target, deadline)))
        .recover(
            failed ->
                failed instanceof EgressException
                    ? Future.failedFuture(failed)
                    : refused(refusal(failed)));
  }

  public Future<Void> close() {
    return client.close().eventually(lookups::close);
  }

  private static Optional<Target> target(String address) {
    if (address.length() > LONGEST_ADDRESS) {
      return Optional.empty();
    }
    try {
      URI uri = URI.create(address);
      String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
      String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
      return Origin.of(uri).map(origin -> new Target(origin, path + query));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Future<Fetched> begin(Target target, Deadline deadline) {
    long begun = System.nanoTime();
    Future<Fetched> result =
        exchange(target, deadline)
            .map(body -> new Fetched(body, begun))
            .recover(failed -> refused(refusal(failed)))
            .onFailure(refused -> log(target.origin(), refused));
    cache.put(target.address(), result, begun);
    return result;
  }

  /** Sends the request; at its timeout the connection is closed. */
  private Future<Buffer> exchange(Target target, Deadline deadline) {
    Future<HttpClientRequest> request =
        lookups
            .run(
                deadline.renewed(config.timeout()), () -> hosts.addressesOf(target.origin().name()))
            .map(this::checked)
            .compose(address -> client.request(request(target, address)));
    Future<Buffer> body = request.compose(open -> open.send().compose(this::body));
    return TimeLimit.within(vertx, config.timeout().toMillis(), body)
        .onFailure(failed -> request.onSuccess(HttpClientRequest::reset));
  }

  private InetAddress checked(List<InetAddress> addresses) {
    boolean usable =
        addresses.stream()
            .allMatch(
                address ->
                    PublicAddresses.contain(address)
                        || config.loopback() && address.isLoopbackAddress());
    if (!usable || addresses.isEmpty()) {
      throw new EgressException(EgressRefusal.HOST_NOT_PUBLIC);
    }
    return addresses.getFirst();
  }

  private RequestOptions request(Target target, InetAddress address) {
    Origin origin = target.origin();
    RequestOptions options = new RequestOptions();
    options
        .setServer(SocketAddress.inetSocketAddress(origin.port(), address.getHostAddress()))
        .setHost(origin.host())
        .setPort(origin.port())
        .setSsl(origin.isSecure());
    return options
        .setURI(target.path())
        .setFollowRedirects(false)
        .setTimeout(config.timeout().toMillis())
        .putHeader("accept", ACCEPTED);
  }

  private Future<Buffer> body(HttpClientResponse response) {
    int status = response.statusCode();
    if (status != OK) {
      boolean redirect = status >= 300 && status < 400;
      return refused(redirect ? EgressRefusal.REDIRECTED : EgressRefusal.STATUS);
    }
    return BoundedResponse.read(response, config.bytes());
  }

  private static EgressRefusal refusal(Throwable failed) {
    return switch (failed) {
      case EgressException refused -> refused.refusal();
      case UnknownHostException unknown -> EgressRefusal.HOST_UNKNOWN;
      case TimeoutException late -> EgressRefusal.TOO_SLOW;
      case BoundedResponse.TooLongException large -> EgressRefusal.TOO_LARGE;
      case FailureException full -> EgressRefusal.BUSY;
      default -> EgressRefusal.UNREACHABLE;
    };
  }

  /**
   * Logs the origin only, which is in the settings; the rest of the URL may contain personal data.
   */
  private static void log(Origin origin, Throwable refused) {
    LOG.atWarn()
        .addKeyValue("origin", origin)
        .addKeyValue("reason", refused.getMessage())
        .log("document not fetched");
  }

  private static <T> Future<T> refused(EgressRefusal refusal) {
    return Future.failedFuture(new EgressException(refusal));
  }
}
