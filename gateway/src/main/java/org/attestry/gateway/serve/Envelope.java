package org.attestry.gateway.serve;

import java.util.UUID;
import org.attestry.contracts.Failure;
import org.attestry.gateway.http.EnvelopeOperation;

/**
 * The envelope of most replies (interface 2.1).
 *
 * @param id {@code {service_id}.registry.<op>} or {@code {service_id}.utils.<op>}
 * @param ver the envelope's version
 * @param ets milliseconds since 1970
 * @param result left out where there is none
 */
record Envelope(
    String id, String ver, long ets, Params params, String responseCode, Object result) {

  /** Interface 2.3: this one failure has responseCode OK. */
  static final String ALREADY_REVOKED = "registry.credential.already-revoked";

  private static final String VERSION = "1.0";
  private static final String OK = "OK";
  private static final String ERROR = "ERROR";

  /**
   * @param resmsgid always empty
   * @param msgid new for every response
   * @param err stable code, empty on success
   * @param status {@code SUCCESSFUL} or {@code UNSUCCESSFUL}
   * @param errmsg what to do, empty on success
   */
  record Params(String resmsgid, String msgid, String err, String status, String errmsg) {}

  static Envelope success(String serviceId, EnvelopeOperation operation, Object result) {
    return of(serviceId, operation, "", "", OK, result);
  }

  static Envelope failure(
      String serviceId, EnvelopeOperation operation, Failure failure, Object result) {
    String responseCode = failure.code().equals(ALREADY_REVOKED) ? OK : ERROR;
    return of(serviceId, operation, failure.code(), failure.sentence(), responseCode, result);
  }

  private static Envelope of(
      String serviceId,
      EnvelopeOperation operation,
      String err,
      String errmsg,
      String responseCode,
      Object result) {
    String status = err.isEmpty() ? "SUCCESSFUL" : "UNSUCCESSFUL";
    return new Envelope(
        serviceId + "." + operation.suffix(),
        VERSION,
        System.currentTimeMillis(),
        new Params("", UUID.randomUUID().toString(), err, status, errmsg),
        responseCode,
        result);
  }
}
