package org.attestry.gateway.serve;

import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.PathTemplate;

/**
 * Finds the endpoint that serves a request; if two match a path, the first one serves it. A path is
 * compared only with endpoints that can have its number of segments.
 */
final class Endpoints {

  private final List<List<Served>> bySegments;

  Endpoints(List<Endpoint> endpoints) {
    List<PathTemplate> paths = endpoints.stream().map(Endpoint::path).toList();
    List<Served> all =
        endpoints.stream()
            .map(endpoint -> new Served(endpoint, endpoint.path().pattern(paths)))
            .toList();
    int most = paths.stream().mapToInt(PathTemplate::segments).max().orElse(0);
    this.bySegments =
        IntStream.rangeClosed(0, most + 1)
            .mapToObj(segments -> all.stream().filter(one -> one.mayHave(segments)).toList())
            .toList();
  }

  /**
   * @param path normalized and encoded
   */
  Optional<Endpoint> find(HttpMethod method, String path) {
    HttpMethod served = method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method;
    for (Served each : comparable(path)) {
      if (each.endpoint.method().equals(served) && each.fits(path)) {
        return Optional.of(each.endpoint);
      }
    }
    return Optional.empty();
  }

  /** Returns the methods that a path supports; none for a path without an endpoint. */
  Set<String> methods(String path) {
    Set<String> methods = new TreeSet<>();
    comparable(path).stream()
        .filter(each -> each.fits(path))
        .flatMap(each -> methods(each.endpoint.method()))
        .forEach(method -> methods.add(method.name()));
    return methods;
  }

  private static Stream<HttpMethod> methods(HttpMethod served) {
    return served.equals(HttpMethod.GET)
        ? Stream.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS)
        : Stream.of(served, HttpMethod.OPTIONS);
  }

  private List<Served> comparable(String path) {
    return bySegments.get(Math.min(PathTemplate.segments(path), bySegments.size() - 1));
  }

  private record Served(Endpoint endpoint, Pattern path) {

    boolean mayHave(int segments) {
      PathTemplate template = endpoint.path();
      return template.segments() == segments
          || template.takesRest() && template.segments() < segments;
    }

    boolean fits(String sent) {
      return path.matcher(sent).matches();
    }
  }
}
