package org.attestry.gateway.http;

import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Describes an operation, and ends with {@link #by} what answers it. */
final class EndpointBuilder {

  private final String operationId;
  private final HttpMethod method;
  private final String path;
  private final Op op;
  private final List<Endpoint.Query> query = new ArrayList<>();
  private final Set<RequestHeader> headers = EnumSet.noneOf(RequestHeader.class);
  private final Set<Integer> failures = new TreeSet<>();
  private AllowedCallers audience;
  private String summary = "";
  private boolean typed;
  private boolean costly;
  private Body body = Body.none();
  private ReplyFormat reply;

  EndpointBuilder(String operationId, HttpMethod method, String path, Op op) {
    this.operationId = operationId;
    this.method = method;
    this.path = path;
    this.op = op;
  }

  /** What it does, in one sentence. */
  EndpointBuilder says(String sentence) {
    summary = sentence;
    return this;
  }

  EndpointBuilder allows(AllowedCallers who) {
    audience = who;
    return this;
  }

  /** It is also described once for each published type. */
  EndpointBuilder typed() {
    typed = true;
    return this;
  }

  /** It takes much of the suite's work. */
  EndpointBuilder costly() {
    costly = true;
    return this;
  }

  /**
   * @param kind {@code string}, {@code boolean} or {@code integer}
   */
  EndpointBuilder query(String name, String kind, boolean required, String sentence) {
    query.add(new Endpoint.Query(name, kind, required, sentence));
    return this;
  }

  EndpointBuilder reads(RequestHeader... given) {
    headers.addAll(List.of(given));
    return this;
  }

  EndpointBuilder takes(Body taken) {
    body = taken;
    return this;
  }

  EndpointBuilder replies(ReplyFormat given) {
    reply = given;
    return this;
  }

  /** Failures of its own: 409, 410, 422 and the like. */
  EndpointBuilder fails(int... statuses) {
    for (int status : statuses) {
      failures.add(status);
    }
    return this;
  }

  Endpoint by(Endpoint.Handler handler) {
    return new Endpoint(
        operationId,
        method,
        path,
        op,
        audience,
        summary,
        typed,
        costly,
        query,
        headers,
        body,
        reply,
        failures,
        handler);
  }
}
