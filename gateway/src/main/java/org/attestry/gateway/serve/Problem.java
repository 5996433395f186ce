package org.attestry.gateway.serve;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;

/**
 * A failure in the form of RFC 9457, for clients that accept {@code application/problem+json}.
 *
 * @param type the failure's stable code as a URN
 * @param violations left out where there are none
 * @param moreViolations how many more than those listed, left out where there are none
 * @param report the failure's report, left out where there is none
 */
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    String code,
    String requestId,
    List<Violation> violations,
    Integer moreViolations,
    JsonBytes report) {

  public static final String MEDIA_TYPE = "application/problem+json";

  static Problem of(Failure failure, int status, String requestId) {
    return new Problem(
        "urn:attestry:problem:" + failure.code(),
        HttpResponseStatus.valueOf(status).reasonPhrase(),
        status,
        failure.sentence(),
        failure.code(),
        requestId,
        failure.violations().isEmpty() ? null : failure.violations(),
        failure.moreViolations() == 0 ? null : failure.moreViolations(),
        failure.report());
  }
}
