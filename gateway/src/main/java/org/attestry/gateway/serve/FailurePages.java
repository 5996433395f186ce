package org.attestry.gateway.serve;

import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import org.attestry.gateway.http.Reply;

/** Writes failures as HTML pages, on the paths that people open in a browser. */
@FunctionalInterface
public interface FailurePages {

  /**
   * @param request a request that prefers HTML to JSON; the headers of its response are set
   * @return empty on the other paths, where a failure is JSON
   */
  Optional<Reply> of(HttpServerRequest request, int status);
}
