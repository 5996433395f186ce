package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.WalletOperations.NotifyIssuerRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.token.WalletAccess;
import org.attestry.credential.token.WalletAddresses;
import org.attestry.credential.token.WalletRefusal;
import org.attestry.credential.token.WalletReplies;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;

/** Stores the wallets' notifications about received credentials (section 11). */
public record NotifyIssuer(PgWallets store, WalletAccess access, WalletAddresses addresses) {

  private static final Set<String> EVENTS =
      Set.of("credential_accepted", "credential_failure", "credential_deleted");

  public Future<WalletReply> handle(NotifyIssuerRequest request, CallContext context) {
    return (context.caller().known() ? keepOwn(request, context) : keepOfOffer(request, context))
        .map(kept -> WalletReplies.nothing())
        .recover(WalletReplies::refused);
  }

  private Future<Void> keepOfOffer(NotifyIssuerRequest request, CallContext context) {
    return access
        .require(request.access(), addresses.notification(), context)
        .compose(
            granted ->
                keep(
                    request,
                    (id, event) -> store.keepEvent(granted.grant().offer().id(), id, event)));
  }

  private Future<Void> keepOwn(NotifyIssuerRequest request, CallContext context) {
    String user = context.caller().userId();
    return access
        .requireUser(request.access(), addresses.notification(), context)
        .compose(proved -> keep(request, (id, event) -> store.keepOwnEvent(user, id, event)));
  }

  private static Future<Void> keep(
      NotifyIssuerRequest request, BiFunction<UUID, String, Future<Boolean>> keep) {
    JsonNode sent = parsed(request);
    String event = sent.path("event").asText();
    if (!EVENTS.contains(event) || !sent.path("notification_id").isTextual()) {
      throw WalletRefusal.of(
          "invalid_notification_request",
          "Send a notification_id and an event: credential_accepted, credential_failure or"
              + " credential_deleted.");
    }
    UUID notification =
        Ids.parse(sent.get("notification_id").textValue()).orElseThrow(NotifyIssuer::unknown);
    return keep.apply(notification, event)
        .map(
            kept -> {
              if (!kept) {
                throw unknown();
              }
              return null;
            });
  }

  private static JsonNode parsed(NotifyIssuerRequest request) {
    try {
      return Json.parse(request.body());
    } catch (FailureException e) {
      throw WalletRefusal.of("invalid_notification_request", "Send a JSON object.");
    }
  }

  private static WalletRefusal unknown() {
    return WalletRefusal.of(
        "invalid_notification_id", "Nothing was issued under this notification_id.");
  }
}
