package org.attestry.gateway.docs;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.gateway.http.StaticDocument;
import org.attestry.runtime.config.ClassPathFile;
import org.attestry.runtime.fair.Workers;

/**
 * Swagger UI from its webjar, in a page of our own that shows our description and loads nothing
 * from other origins. Its links are relative, so that it works below any prefix. Each file is read
 * and compressed at the first request for it. Used on the event loop of one verticle.
 */
final class DescriptionPage {

  private static final String OURS = "/api/page/";
  private static final String LIBRARY = "/META-INF/resources/webjars/swagger-ui/5.32.0/";

  private static final Map<String, Resource> FILES =
      Map.of(
          "", new Resource(OURS + "index.html", "text/html; charset=utf-8"),
          "start.js", new Resource(OURS + "start.js", "text/javascript; charset=utf-8"),
          "swagger-ui.css", new Resource(LIBRARY + "swagger-ui.css", "text/css; charset=utf-8"),
          "swagger-ui-bundle.js",
              new Resource(LIBRARY + "swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
          "favicon-32x32.png", new Resource(LIBRARY + "favicon-32x32.png", "image/png"));

  private final Workers workers;
  private final Map<String, Future<StaticDocument>> read = new HashMap<>();

  DescriptionPage(Workers workers) {
    this.workers = workers;
  }

  /**
   * @param name empty for the page itself
   */
  Future<StaticDocument> find(String name) {
    Resource resource = FILES.get(name);
    if (resource == null) {
      return Future.failedFuture(
          FailureException.notFound(
              "gateway.docs.unknown", "The page has no such file; begin at /api/docs/."));
    }
    Future<StaticDocument> known = read.get(name);
    if (known == null || known.failed()) {
      known = workers.run(resource::load);
      read.put(name, known);
    }
    return known;
  }

  private record Resource(String path, String mediaType) {

    StaticDocument load() {
      return StaticDocument.of(mediaType, ClassPathFile.bytes(DescriptionPage.class, path));
    }
  }
}
