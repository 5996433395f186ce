package org.attestry.gateway.routes;

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
import org.attestry.contracts.credential.IssuerOperations.CreateIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.DisableIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.EnableIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.ListIssuersRequest;
import org.attestry.contracts.credential.IssuerOperations.ListKeysRequest;
import org.attestry.contracts.credential.IssuerOperations.RevokeKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.RotateKeyRequest;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;

/** Issuers and their keys, for admins (interface 7.6). */
public final class KeyRoutes {

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("listIssuers", this::listIssuers);
    handlers.put("createIssuer", call -> call.result(CREATE_ISSUER, CreateIssuerRequest.class));
    handlers.put("disableIssuer", call -> call.result(DISABLE_ISSUER, DisableIssuerRequest.class));
    handlers.put("enableIssuer", call -> call.result(ENABLE_ISSUER, EnableIssuerRequest.class));
    handlers.put("listKeys", this::listKeys);
    handlers.put("importKey", call -> call.result(IMPORT_KEY, ImportKeyRequest.class));
    handlers.put("rotateKey", call -> call.result(ROTATE_KEY, RotateKeyRequest.class));
    handlers.put("revokeKey", call -> call.result(REVOKE_KEY, RevokeKeyRequest.class));
  }

  private Future<Reply> listIssuers(Call call) {
    var request = new ListIssuersRequest(call.limit(), call.offset());
    return call.request(LIST_ISSUERS, request).map(Reply::result);
  }

  private Future<Reply> listKeys(Call call) {
    var request = new ListKeysRequest(call.mandatory("issuer"), call.limit(), call.offset());
    return call.request(LIST_KEYS, request).map(Reply::result);
  }
}
