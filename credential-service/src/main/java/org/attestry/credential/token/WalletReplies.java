package org.attestry.credential.token;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.Map;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.runtime.json.Json;

/** Writes the replies of the protocol. */
public final class WalletReplies {

  private WalletReplies() {}

  public static WalletReply json(ObjectNode body) {
    return json(200, body);
  }

  public static WalletReply json(int status, ObjectNode body) {
    return new WalletReply(status, Json.write(body), null, Map.of());
  }

  public static WalletReply jwt(String text) {
    return jwt(200, text);
  }

  public static WalletReply jwt(int status, String text) {
    return new WalletReply(status, null, text, Map.of());
  }

  public static WalletReply nothing() {
    return new WalletReply(204, null, null, Map.of());
  }

  /** Replies to a refusal of the protocol with its error; other failures remain failures. */
  public static Future<WalletReply> refused(Throwable cause) {
    return cause instanceof WalletRefusal refusal
        ? Future.succeededFuture(of(refusal))
        : Future.failedFuture(cause);
  }

  private static WalletReply of(WalletRefusal refusal) {
    ObjectNode body =
        Json.object().put("error", refusal.error()).put("error_description", refusal.getMessage());
    Map<String, String> headers =
        refusal.challenge() == null ? Map.of() : Map.of("www-authenticate", refusal.challenge());
    return new WalletReply(refusal.status(), Json.write(body), null, headers);
  }
}
