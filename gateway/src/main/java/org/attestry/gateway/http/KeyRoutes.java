package org.attestry.gateway.http;

import static org.attestry.contracts.credential.IssuerOperations.CREATE_ISSUER;
import static org.attestry.contracts.credential.IssuerOperations.DISABLE_ISSUER;
import static org.attestry.contracts.credential.IssuerOperations.ENABLE_ISSUER;
import static org.attestry.contracts.credential.IssuerOperations.IMPORT_KEY;
import static org.attestry.contracts.credential.IssuerOperations.LIST_ISSUERS;
import static org.attestry.contracts.credential.IssuerOperations.LIST_KEYS;
import static org.attestry.contracts.credential.IssuerOperations.REVOKE_KEY;
import static org.attestry.contracts.credential.IssuerOperations.ROTATE_KEY;

import io.vertx.core.Future;
import java.util.Map;
import org.attestry.contracts.Operation;
import org.attestry.contracts.credential.IssuerOperations.CreateIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.DisableIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.EnableIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.ListIssuersRequest;
import org.attestry.contracts.credential.IssuerOperations.ListKeysRequest;
import org.attestry.contracts.credential.IssuerOperations.RevokeKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.RotateKeyRequest;
import org.attestry.runtime.bus.BusClient;

/** Issuers and their keys, for admins (interface 7.6). */
public record KeyRoutes(BusClient bus) {

  /** Adds what handles the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put(
        "listIssuers",
        call -> request(call, LIST_ISSUERS, new ListIssuersRequest(call.limit(), call.offset())));
    handlers.put(
        "createIssuer", call -> request(call, CREATE_ISSUER, call.body(CreateIssuerRequest.class)));
    handlers.put(
        "disableIssuer",
        call -> request(call, DISABLE_ISSUER, call.body(DisableIssuerRequest.class)));
    handlers.put(
        "enableIssuer", call -> request(call, ENABLE_ISSUER, call.body(EnableIssuerRequest.class)));
    handlers.put(
        "listKeys",
        call ->
            request(
                call,
                LIST_KEYS,
                new ListKeysRequest(call.mandatory("issuer"), call.limit(), call.offset())));
    handlers.put("importKey", call -> request(call, IMPORT_KEY, call.body(ImportKeyRequest.class)));
    handlers.put("rotateKey", call -> request(call, ROTATE_KEY, call.body(RotateKeyRequest.class)));
    handlers.put("revokeKey", call -> request(call, REVOKE_KEY, call.body(RevokeKeyRequest.class)));
  }

  private <Q, R> Future<Reply> request(Call call, Operation<Q, R> operation, Q request) {
    return bus.request(operation, request, call.context()).map(Reply::result);
  }
}
