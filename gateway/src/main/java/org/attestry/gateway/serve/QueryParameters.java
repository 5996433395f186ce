package org.attestry.gateway.serve;

import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.PercentText;

/** Refuses query parameters that the endpoint does not describe, and those that contain a NUL. */
final class QueryParameters {

  private static final int LONGEST_SHOWN = 50;

  /** Header fields of Sunbird RC that have no meaning here. */
  private static final List<String> FIELDS_WITHOUT_MEANING = List.of("viewTemplateId");

  private QueryParameters() {}

  /**
   * @throws FailureException of kind INVALID when the query is not properly encoded, has a
   *     parameter that the endpoint does not describe or that is repeated, or has a NUL character
   *     in a value, which PostgreSQL cannot store or compare
   */
  static void check(Endpoint endpoint, RoutingContext web) {
    List<String> known = endpoint.query();
    checkEncoding(web.request().query());
    MultiMap sent = sent(web);
    for (String name : sent.names()) {
      if (!known.contains(name)) {
        throw refused("unknown", "%s; %s.".formatted(notKnown(name), known(known)));
      }
      if (sent.getAll(name).size() > 1) {
        throw refused("once", "The query parameter '%s' must be sent once.".formatted(name));
      }
      if (sent.get(name).indexOf('\0') >= 0) {
        throw refused(
            "nul", "The query parameter '%s' has a NUL character; leave it out.".formatted(name));
      }
    }
    for (String field : FIELDS_WITHOUT_MEANING) {
      if (web.request().headers().contains(field)) {
        throw FailureException.invalid(
            "gateway.header",
            "",
            "unknown",
            "The header %s has no meaning here; leave it out.".formatted(field));
      }
    }
  }

  /** Checks the encoding here, because Vert.x replaces octets that are not UTF-8. */
  private static void checkEncoding(String query) {
    for (String pair : query == null ? new String[0] : query.split("&")) {
      String[] parts = pair.split("=", 2);
      String name =
          PercentText.ofForm(parts[0])
              .orElseThrow(() -> notEncoded("The name of a query parameter is"));
      if (parts.length == 2 && PercentText.ofForm(parts[1]).isEmpty()) {
        throw notEncoded(
            name.length() > LONGEST_SHOWN
                ? "A query parameter is"
                : "The query parameter '%s' is".formatted(name));
      }
    }
  }

  private static FailureException notEncoded(String what) {
    return refused(
        "encoding", what + " not properly encoded: send text in UTF-8, percent-encoded.");
  }

  private static MultiMap sent(RoutingContext web) {
    try {
      return web.queryParams();
    } catch (HttpException notEncoded) {
      throw refused("encoding", "The query is not properly encoded; correct it.");
    }
  }

  private static String notKnown(String name) {
    return name.length() > LONGEST_SHOWN
        ? "A query parameter is not known here"
        : "The query parameter '%s' is not known here".formatted(name);
  }

  private static String known(List<String> known) {
    return known.isEmpty() ? "there is none" : "known are " + String.join(", ", known);
  }

  private static FailureException refused(String rule, String message) {
    return FailureException.invalid("gateway.query", "", rule, message);
  }
}
