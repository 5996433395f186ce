package org.attestry.gateway.serve;

import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** Failures in the form of OAuth, whose descriptions have printable ASCII alone (RFC 6749). */
final class OauthError {

  private OauthError() {}

  /**
   * @param invalid the error of a request that is not as it must be
   */
  static JsonBytes of(String invalid, int status, Failure failure) {
    String error =
        switch (status) {
          case 401 -> "invalid_token";
          case 403 -> "insufficient_scope";
          case 429, 503 -> "temporarily_unavailable";
          case 500 -> "server_error";
          default -> invalid;
        };
    return Json.write(
        Json.object().put("error", error).put("error_description", printable(failure.message())));
  }

  private static String printable(String message) {
    return message.replace('"', '\'').replace('\\', '/').replaceAll("[^ -~]", "?");
  }
}
