package org.attestry.gateway.http;

import io.vertx.core.http.HttpMethod;

/** The operation at the end of an envelope's {@code id} (interface 2.1). */
public enum EnvelopeOperation {
  CREATE("registry.create"),
  INVITE("registry.invite"),
  READ("registry.read"),
  SEARCH("registry.search"),
  UPDATE("registry.update"),
  DELETE("registry.delete"),
  IMPORT("registry.import"),
  EXPORT("registry.export"),
  SEND("registry.send"),
  ATTEST("registry.attest"),
  HEALTH("registry.health"),
  SIGN("utils.sign"),
  VERIFY("utils.verify"),
  REVOKE("utils.revoke"),
  SUSPEND("utils.suspend"),
  REINSTATE("utils.reinstate");

  private final String suffix;

  EnvelopeOperation(String suffix) {
    this.suffix = suffix;
  }

  public String suffix() {
    return suffix;
  }

  /** Returns the usual operation of a method, also for a request that no endpoint serves. */
  public static EnvelopeOperation of(HttpMethod method) {
    return switch (method.name()) {
      case "POST" -> CREATE;
      case "PUT", "PATCH" -> UPDATE;
      case "DELETE" -> DELETE;
      default -> READ;
    };
  }
}
