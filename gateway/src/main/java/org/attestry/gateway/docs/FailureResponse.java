package org.attestry.gateway.docs;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.gateway.http.AllowedCallers;
import org.attestry.gateway.http.Body;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.ReplyFormat;
import org.attestry.gateway.http.RequestHeader;

/** The failures that a description lists, by their status. */
enum FailureResponse {
  INVALID(400, "Invalid", "What was sent is not valid; the violations say where."),
  UNAUTHENTICATED(401, "Unauthenticated", "A token is needed, or the one that was sent is bad."),
  FORBIDDEN(403, "Forbidden", "The caller may not do this."),
  UNKNOWN(404, "Unknown", "There is no such thing, or not any more."),
  NOT_ACCEPTABLE(406, "NotAcceptable", "It cannot be had in a form that the client accepts."),
  TOO_SLOW(408, "TooSlow", "The body came too slowly; send it again on a faster connection."),
  CONFLICT(409, "Conflict", "It conflicts with what is stored."),
  GONE(410, "Gone", "The credential is revoked."),
  STALE(412, "Stale", "If-Match names another version than the current one."),
  TOO_LARGE(413, "TooLarge", "The body is too large."),
  UNSUPPORTED(415, "Unsupported", "The body has another media type than this takes."),
  OTHER_BODY(422, "OtherBody", "The Idempotency-Key was used with another body."),
  RATE_LIMITED(429, "RateLimited", "Too many requests; Retry-After says when to try again."),
  INTERNAL(500, "Internal", "The service failed."),
  UNAVAILABLE(503, "Unavailable", "A part of the service is away; Retry-After says when to retry."),
  TIMEOUT(504, "Timeout", "The answer took too long.");

  private static final Set<FailureResponse> ALWAYS =
      EnumSet.of(INVALID, UNAUTHENTICATED, RATE_LIMITED, INTERNAL, UNAVAILABLE, TIMEOUT);

  private static final Set<AllowedCallers> NEVER_FORBIDDEN =
      EnumSet.of(AllowedCallers.ANYBODY, AllowedCallers.REVOKERS);

  private final int status;
  private final String title;
  private final String description;

  FailureResponse(int status, String title, String description) {
    this.status = status;
    this.title = title;
    this.description = description;
  }

  int status() {
    return status;
  }

  /** The name of the component that describes it. */
  String title() {
    return title;
  }

  String description() {
    return description;
  }

  /** Whether the response has a time after which to try again. */
  boolean retries() {
    return this == RATE_LIMITED || this == UNAVAILABLE;
  }

  /** Those that follow from what the endpoint takes, reads and replies, and those of its own. */
  static Set<FailureResponse> of(Endpoint endpoint) {
    Set<FailureResponse> all = new TreeSet<>(ALWAYS);
    boolean addressed = !endpoint.pathParameters().isEmpty();
    boolean takesBody = endpoint.body().kind() != Body.Kind.NONE;
    if (addressed) {
      all.add(UNKNOWN);
    }
    if (takesBody) {
      all.addAll(EnumSet.of(TOO_LARGE, UNSUPPORTED, TOO_SLOW));
    }
    if (!NEVER_FORBIDDEN.contains(endpoint.audience())) {
      all.add(FORBIDDEN);
    }
    if (endpoint.headers().contains(RequestHeader.IF_MATCH)) {
      all.add(STALE);
    }
    if (endpoint.reply().kind() != ReplyFormat.Kind.FILE
        && endpoint.reply().kind() != ReplyFormat.Kind.EMPTY) {
      all.add(NOT_ACCEPTABLE);
    }
    endpoint.failures().forEach(status -> all.add(of(status)));
    return all;
  }

  private static FailureResponse of(int status) {
    return Arrays.stream(values())
        .filter(failure -> failure.status == status)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No failure has status " + status));
  }
}
