package org.attestry.gateway;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.attestry.gateway.access.Authentication;
import org.attestry.gateway.bulk.BulkRoutes;
import org.attestry.gateway.bulk.LineBatches;
import org.attestry.gateway.connection.Connections;
import org.attestry.gateway.connection.TrustedProxies;
import org.attestry.gateway.console.ConsoleRoutes;
import org.attestry.gateway.docs.DocsRoutes;
import org.attestry.gateway.docs.InterfaceDescription;
import org.attestry.gateway.http.Adoption;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.OpenApi;
import org.attestry.gateway.page.RefusalPages;
import org.attestry.gateway.page.VerifyRoutes;
import org.attestry.gateway.routes.AttestationRoutes;
import org.attestry.gateway.routes.ContextRoutes;
import org.attestry.gateway.routes.CredentialRoutes;
import org.attestry.gateway.routes.EntityRoutes;
import org.attestry.gateway.routes.FileRoutes;
import org.attestry.gateway.routes.FileStreams;
import org.attestry.gateway.routes.HealthRoutes;
import org.attestry.gateway.routes.KeyRoutes;
import org.attestry.gateway.routes.PropertyRoutes;
import org.attestry.gateway.routes.SchemaRoutes;
import org.attestry.gateway.routes.TemplateRoutes;
import org.attestry.gateway.routes.VcApiRoutes;
import org.attestry.gateway.serve.ApiRouter;
import org.attestry.gateway.serve.ClientAddresses;
import org.attestry.gateway.wallet.PresentationRoutes;
import org.attestry.gateway.wallet.WalletRoutes;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.management.RememberedCheck;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.Shutdown;

/** Wires the gateway together. */
public final class GatewayVerticle extends VerticleBase {

  private static final int DRAIN_SECONDS = 10;

  private final GatewayConfig config;
  private final ServiceContext context;
  private final Shutdown shutdown = new Shutdown();
  private Workers workers;
  private Workers checks;
  private Workers pictures;
  private List<Endpoint> endpoints;
  private Connections connections;
  private HttpServer server;

  public GatewayVerticle(GatewayConfig config, ServiceContext context) {
    this.config = config;
    this.context = context;
  }

  @Override
  public Future<?> start() {
    workers = new Workers(vertx, "gateway-description", 1, 256, context.meters());
    checks = new Workers(vertx, "gateway-bodies", 2, 1_024, context.meters());
    pictures = new Workers(vertx, "gateway-pictures", 1, 64, context.meters());
    BusClient bus = BusClient.forOutside(vertx);
    OpenApi openApi = OpenApi.load();
    Authentication access = new Authentication(vertx, config.identity());
    TrustedProxies proxies = new TrustedProxies(config.trustedProxies());
    connections = new Connections(vertx, config.connection(), proxies);
    ApiRouter api =
        new ApiRouter(
            vertx,
            bus,
            config.api(),
            access,
            connections,
            new ClientAddresses(proxies),
            openApi,
            new RefusalPages(),
            checks,
            context.meters());
    endpoints = endpoints(bus, openApi);
    access.start();
    new ServiceChecks(vertx, bus).register(context.health());
    context.health().check("identity", () -> Future.succeededFuture(access.ready()));
    context
        .health()
        .dependency(
            "identity-provider",
            RememberedCheck.every(config.identity().keysPause(), vertx, access::reachesProvider));
    server =
        vertx
            .createHttpServer(options())
            .connectionHandler(connections::opened)
            .requestHandler(api.route(endpoints))
            .invalidRequestHandler(api::invalid);
    shutdown
        .then(this::awaitStopDelay)
        .then(() -> server.shutdown(DRAIN_SECONDS, TimeUnit.SECONDS))
        .then(this::release)
        .then(checks::close)
        .then(workers::close)
        .then(pictures::close);
    return server
        .listen(config.httpPort(), config.httpHost())
        .onSuccess(listening -> connections.guard(listening.actualPort()));
  }

  @Override
  public Future<?> stop() {
    return shutdown.run();
  }

  private Future<Void> awaitStopDelay() {
    long millis = config.httpStopDelay().toMillis();
    return millis <= 0
        ? Future.succeededFuture()
        : vertx.timer(millis, TimeUnit.MILLISECONDS).mapEmpty();
  }

  private Future<Void> release() {
    connections.release();
    return Future.succeededFuture();
  }

  /** The port that the API listens on. */
  public int port() {
    return server.actualPort();
  }

  /** Returns the endpoints of all operations. */
  List<Endpoint> endpoints() {
    return endpoints;
  }

  private List<Endpoint> endpoints(BusClient bus, OpenApi openApi) {
    Map<String, Endpoint.Handler> handlers = new HashMap<>();
    new HealthRoutes(context.health()).bind(handlers);
    new SchemaRoutes().bind(handlers);
    LineBatches batches = new LineBatches(vertx, openApi, config.bulk(), context.meters());
    new CredentialRoutes(openApi, batches).bind(handlers);
    new VcApiRoutes().bind(handlers);
    new WalletRoutes(openApi).bind(handlers);
    new PresentationRoutes().bind(handlers);
    new KeyRoutes().bind(handlers);
    new ContextRoutes().bind(handlers);
    new TemplateRoutes().bind(handlers);
    Adoption adoption = new Adoption(config.adoption().isOn());
    new AttestationRoutes(batches, adoption).bind(handlers);
    new FileRoutes(new FileStreams(vertx), adoption).bind(handlers);
    new BulkRoutes(vertx, config.bulk(), adoption, context.meters()).bind(handlers);
    new EntityRoutes().bind(handlers);
    new PropertyRoutes().bind(handlers);
    InterfaceDescription description =
        new InterfaceDescription(
            bus, workers, openApi, config.publicUrl(), config.identity().issuer());
    new DocsRoutes(description).bind(handlers);
    new VerifyRoutes(config.publicUrls(), config.maxBodyBytes(), pictures).bind(handlers);
    new ConsoleRoutes(config.console(), config.identity()).bind(handlers);
    return openApi.bind(handlers);
  }

  private HttpServerOptions options() {
    return new HttpServerOptions()
        .setMaxHeaderSize(config.connection().headBytes())
        .setMaxInitialLineLength(config.connection().headBytes())
        .setSendBufferSize(config.connection().sendBufferBytes())
        .setHttp2ClearTextEnabled(false);
  }
}
