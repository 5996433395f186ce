package org.attestry.gateway.console;

import io.vertx.core.Future;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.gateway.access.IdentityConfig;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;

/** The console's page and its files. */
public final class ConsoleRoutes {

  private static final String FOREVER = "public, max-age=31536000, immutable";

  private final ConsoleFiles files = new ConsoleFiles();
  private final ConsolePage page;
  private final boolean offered;

  public ConsoleRoutes(ConsoleConfig config, IdentityConfig identity) {
    this.page = new ConsolePage(files.version(), config.client(), identity);
    this.offered = !config.client().isEmpty();
  }

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("readConsole", _ -> Future.succeededFuture(page()));
    handlers.put("readConsoleFile", call -> Future.succeededFuture(file(call)));
  }

  private Reply page() {
    checkOffered();
    return page.reply();
  }

  /** A file of another version, which another replica's page names, is not kept by caches. */
  private Reply file(Call call) {
    checkOffered();
    Reply reply = Reply.cacheable(files.find(String.join("/", call.rest("file"))));
    return call.path("version").equals(files.version())
        ? reply.with("cache-control", FOREVER)
        : reply;
  }

  private void checkOffered() {
    if (!offered) {
      throw FailureException.notFound(
          "gateway.page.unknown", "This deployment has no console (CONSOLE_CLIENT).");
    }
  }
}
