package org.attestry.gateway;

import static org.attestry.testkit.Futures.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.gateway.connection.ServerChannels;
import org.attestry.gateway.http.Endpoint;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.service.ServiceContext;

/** A gateway on a free port, with an identity provider and services of its own. */
public final class GatewayServer implements AutoCloseable {

  static {
    ServerChannels.load();
  }

  private final Vertx vertx;
  private final IdentityProvider identity;
  private final Services services;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final GatewayVerticle verticle;

  public GatewayServer() {
    this(Map.of());
  }

  public GatewayServer(Map<String, String> settings) {
    this(settings, true);
  }

  /**
   * @param nativeTransport whether its sockets use epoll, as they do in production, or NIO
   */
  public GatewayServer(Map<String, String> settings, boolean nativeTransport) {
    vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(nativeTransport));
    identity = new IdentityProvider(vertx);
    services = new Services(vertx);
    Map<String, String> all = new HashMap<>();
    all.put("HTTP_PORT", "0");
    all.put("PUBLIC_URL", "https://registry.example.org");
    all.put("IDENTITY_ISSUER", identity.issuer());
    all.putAll(settings);
    GatewayConfig config = Settings.of(all).read(GatewayConfig.class);
    Health health = new Health("gateway");
    verticle = new GatewayVerticle(config, new ServiceContext(health, new SimpleMeterRegistry()));
    await(vertx.deployVerticle(verticle));
    health.started();
  }

  public Vertx vertx() {
    return vertx;
  }

  public IdentityProvider identity() {
    return identity;
  }

  public Services services() {
    return services;
  }

  public int port() {
    return verticle.port();
  }

  /** Returns the host that requests name. */
  public String host() {
    return "127.0.0.1:" + port();
  }

  public List<Endpoint> endpoints() {
    return verticle.endpoints();
  }

  /** A request to be changed and sent. */
  public Request request(String method, String path) {
    return new Request(method, path);
  }

  public HttpResponse<String> get(String path, String token) {
    return request("GET", path).token(token).send();
  }

  public HttpResponse<String> post(String path, String token, String json) {
    return request("POST", path).token(token).json(json).send();
  }

  public HttpResponse<String> put(String path, String token, String json) {
    return request("PUT", path).token(token).json(json).send();
  }

  @Override
  public void close() {
    client.close();
    await(vertx.close());
  }

  /** One HTTP request. */
  public final class Request {
    private final HttpRequest.Builder builder;
    private final String method;
    private HttpRequest.BodyPublisher body = BodyPublishers.noBody();

    private Request(String method, String path) {
      this.method = method;
      this.builder = HttpRequest.newBuilder(URI.create("http://" + host() + path));
    }

    public Request header(String name, String value) {
      builder.header(name, value);
      return this;
    }

    public Request token(String token) {
      return token == null ? this : header("authorization", "Bearer " + token);
    }

    public Request json(String json) {
      header("content-type", "application/json");
      body = BodyPublishers.ofString(json);
      return this;
    }

    public Request expectContinue() {
      builder.expectContinue(true);
      return this;
    }

    public Request body(HttpRequest.BodyPublisher publisher) {
      body = publisher;
      return this;
    }

    public HttpResponse<String> send() {
      return send(BodyHandlers.ofString());
    }

    public <T> HttpResponse<T> send(HttpResponse.BodyHandler<T> handler) {
      try {
        return client.send(builder.method(method, body).build(), handler);
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static JsonObject json(HttpResponse<String> response) {
    return new JsonObject(response.body());
  }
}
