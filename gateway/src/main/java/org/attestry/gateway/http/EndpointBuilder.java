package org.attestry.gateway.http;

import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Describes an operation, and ends with {@link #replies} and the handler. */
public final class EndpointBuilder {

  private final String operationId;
  private final HttpMethod method;
  private final String path;
  private final List<Endpoint.Query> query = new ArrayList<>();
  private final Set<RequestHeader> headers = EnumSet.noneOf(RequestHeader.class);
  private final Set<Integer> failures = new TreeSet<>();
  private Op op;
  private AllowedCallers audience;
  private String summary = "";
  private boolean typed;
  private boolean costly;
  private Body body = Body.none();

  EndpointBuilder(String operationId, HttpMethod method, String path) {
    this.operationId = operationId;
    this.method = method;
    this.path = path;
    this.op = Op.of(method);
  }

  /** What it does, in one sentence. */
  public EndpointBuilder summary(String sentence) {
    summary = sentence;
    return this;
  }

  /** What the envelope's id ends with, where that is not the usual one of the method. */
  public EndpointBuilder op(Op other) {
    op = other;
    return this;
  }

  public EndpointBuilder allows(AllowedCallers callers) {
    audience = callers;
    return this;
  }

  /** It is also described once for each published type. */
  public EndpointBuilder typed() {
    typed = true;
    return this;
  }

  /** It takes much of the suite's work. */
  public EndpointBuilder costly() {
    costly = true;
    return this;
  }

  /**
   * A query parameter that may be left out.
   *
   * @param kind {@code string}, {@code boolean} or {@code integer}
   */
  public EndpointBuilder query(String name, String kind, String description) {
    query.add(new Endpoint.Query(name, kind, false, description));
    return this;
  }

  public EndpointBuilder requiredQuery(String name, String kind, String description) {
    query.add(new Endpoint.Query(name, kind, true, description));
    return this;
  }

  public EndpointBuilder reads(RequestHeader... read) {
    headers.addAll(List.of(read));
    return this;
  }

  public EndpointBuilder takes(Body taken) {
    body = taken;
    return this;
  }

  /** Failures of its own: 409, 410, 422 and the like. */
  public EndpointBuilder fails(Integer... statuses) {
    failures.addAll(List.of(statuses));
    return this;
  }

  /** What a success replies, and what handles a request. */
  public Endpoint replies(ReplyFormat reply, Endpoint.Handler handler) {
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
