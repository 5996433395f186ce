package org.attestry.gateway.routes;

import static org.attestry.contracts.credential.ContextOperations.DELETE_CONTEXT;
import static org.attestry.contracts.credential.ContextOperations.LIST_CONTEXTS;
import static org.attestry.contracts.credential.ContextOperations.READ_UPLOADED_CONTEXT;
import static org.attestry.contracts.credential.ContextOperations.UPLOAD_CONTEXT;

import io.vertx.core.Future;
import java.util.Map;
import org.attestry.contracts.credential.ContextOperations.DeleteContextRequest;
import org.attestry.contracts.credential.ContextOperations.ListContextsRequest;
import org.attestry.contracts.credential.ContextOperations.ReadUploadedContextRequest;
import org.attestry.contracts.credential.ContextOperations.UploadContextRequest;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;

/** JSON-LD contexts that an admin adds. */
public final class ContextRoutes {

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("uploadContext", call -> call.result(UPLOAD_CONTEXT, UploadContextRequest.class));
    handlers.put("listContexts", this::list);
    handlers.put("readUploadedContext", this::read);
    handlers.put("deleteContext", this::delete);
  }

  private Future<Reply> list(Call call) {
    var request = new ListContextsRequest(call.limit(), call.offset());
    return call.request(LIST_CONTEXTS, request).map(Reply::plain);
  }

  private Future<Reply> read(Call call) {
    var request = new ReadUploadedContextRequest(call.path("id"));
    return call.request(READ_UPLOADED_CONTEXT, request).map(Reply::plain);
  }

  private Future<Reply> delete(Call call) {
    return call.request(DELETE_CONTEXT, new DeleteContextRequest(call.path("id")))
        .map(Reply::plain);
  }
}
