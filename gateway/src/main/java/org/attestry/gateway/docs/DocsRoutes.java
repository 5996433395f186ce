package org.attestry.gateway.docs;

import io.vertx.core.Future;
import java.util.Map;
import org.attestry.gateway.docs.InterfaceDescription.Form;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;

/** The interface description (interface 9), the schemas of types, and a page that shows both. */
public record DocsRoutes(InterfaceDescription description) {

  /** Allows what the page needs, and nothing from other origins. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("readDescription", call -> describe(Form.SWAGGER_2_0, call));
    handlers.put("readDescriptionAsOpenApi", call -> describe(Form.OPENAPI_3_1, call));
    handlers.put(
        "readDescriptionOfType",
        call -> description.type(call.type(), call.context()).map(Reply::cacheable));
    handlers.put("readDescriptionAsPage", call -> page(""));
    handlers.put("readDescriptionPageFile", call -> page(call.path("file")));
  }

  private Future<Reply> describe(Form form, Call call) {
    return description.describe(form, call.context()).map(Reply::cacheable);
  }

  private Future<Reply> page(String name) {
    return description
        .page(name)
        .map(Reply::cacheable)
        .map(reply -> reply.with("content-security-policy", POLICY));
  }
}
