package org.attestry.registry.identity;

import static org.attestry.testkit.Futures.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** The real identity provider behind a line that can break at any request. */
public final class FaultyProvider implements AutoCloseable {

  private static final Future<Void> PASSES = Future.succeededFuture();

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = vertx.createHttpClient();
  private final URI provider;
  private final HttpServer server;
  private volatile Predicate<HttpServerRequest> losesAnswer = request -> false;
  private volatile Predicate<HttpServerRequest> losesRequest = request -> false;
  private volatile ToIntFunction<HttpServerRequest> answeredFor = request -> 0;
  private volatile Function<HttpServerRequest, Future<Void>> delay = request -> PASSES;
  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicInteger delayed = new AtomicInteger();

  public FaultyProvider(String authUrl) {
    provider = URI.create(authUrl);
    server = await(vertx.createHttpServer().requestHandler(this::pass).listen(0, "127.0.0.1"));
  }

  public String authUrl() {
    return "http://127.0.0.1:%d%s".formatted(server.actualPort(), provider.getPath());
  }

  /** The provider handles the request, and its response is lost. */
  public void losesTheResponseTo(HttpMethod method, String path) {
    losesAnswer = about(method, path);
  }

  /** The request does not reach the provider. */
  public void loses(HttpMethod method, String path) {
    losesRequest = about(method, path);
  }

  /** The request does not reach the provider; it gets an empty body, and is counted. */
  public void isReplacedFor(HttpMethod method, String path, int status) {
    Predicate<HttpServerRequest> wanted = about(method, path);
    answeredFor = request -> wanted.test(request) ? status : 0;
  }

  /** How many requests got a response in the provider's place since it last worked. */
  public int answeredFor() {
    return answers.get();
  }

  /** Such requests reach the provider once a future succeeds. */
  public void delays(HttpMethod method, String path, Future<Void> until) {
    Predicate<HttpServerRequest> wanted = about(method, path);
    delay =
        request -> {
          if (!wanted.test(request)) {
            return PASSES;
          }
          delayed.incrementAndGet();
          return until;
        };
  }

  /** How many requests were delayed since it was last well. */
  public int delayed() {
    return delayed.get();
  }

  public void isGone() {
    losesRequest = request -> true;
  }

  public void isWell() {
    losesAnswer = request -> false;
    losesRequest = request -> false;
    answeredFor = request -> 0;
    delay = request -> PASSES;
    answers.set(0);
    delayed.set(0);
  }

  /** After the response to such a request, no request reaches the provider any more. */
  public void isGoneAfter(HttpMethod method, String path) {
    Predicate<HttpServerRequest> wanted = about(method, path);
    losesAnswer =
        request -> {
          if (wanted.test(request)) {
            isGone();
          }
          return false;
        };
  }

  @Override
  public void close() {
    await(vertx.close());
  }

  private static Predicate<HttpServerRequest> about(HttpMethod method, String path) {
    return request -> request.method().equals(method) && request.path().matches(path);
  }

  private void pass(HttpServerRequest request) {
    if (losesRequest.test(request)) {
      request.connection().close();
      return;
    }
    int status = answeredFor.applyAsInt(request);
    if (status != 0) {
      answers.incrementAndGet();
      request.response().setStatusCode(status).end();
      return;
    }
    request
        .body()
        .compose(body -> delay.apply(request).compose(passed -> forward(request, body)))
        .onFailure(lost -> breakLine(request));
  }

  private Future<Void> forward(HttpServerRequest request, Buffer body) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(request.method())
            .setHost(provider.getHost())
            .setPort(provider.getPort())
            .setURI(request.uri());
    return client
        .request(options)
        .compose(
            out -> {
              request.headers().forEach(out::putHeader);
              return out.send(body)
                  .compose(in -> in.body().compose(answer -> answer(request, in, answer)));
            });
  }

  private Future<Void> answer(HttpServerRequest request, HttpClientResponse in, Buffer answer) {
    if (losesAnswer.test(request)) {
      return breakLine(request);
    }
    request.response().setStatusCode(in.statusCode());
    in.headers().forEach(request.response()::putHeader);
    request.response().headers().remove("transfer-encoding");
    return request.response().end(answer);
  }

  private static Future<Void> breakLine(HttpServerRequest request) {
    return request.connection().close();
  }
}
