package org.attestry.gateway.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.attestry.contracts.FailureException;

/** The header {@code Expect} (RFC 9110 section 10.1.1). */
public final class Expectation {

  private static final String CONTINUE = "100-continue";

  private Expectation() {}

  /**
   * @throws org.attestry.contracts.FailureException of kind INVALID when the request has an
   *     expectation that HTTP does not define
   */
  public static void check(HttpServerRequest request) {
    List<String> expected = request.headers().getAll(HttpHeaders.EXPECT);
    if (expected.size() > 1 || expected.size() == 1 && !isContinue(expected.getFirst())) {
      throw FailureException.invalid(
          "gateway.expect", "", "expect", "Expect must be 100-continue, once.");
    }
  }

  /** Sends 100 Continue to a client that waits for it. */
  public static void sendContinue(HttpServerRequest request) {
    String expected = request.getHeader(HttpHeaders.EXPECT);
    if (expected != null && isContinue(expected)) {
      request.response().writeContinue();
    }
  }

  private static boolean isContinue(String expected) {
    return CONTINUE.equalsIgnoreCase(expected.strip());
  }
}
