package org.attestry.gateway.docs;

import io.vertx.core.Future;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.gateway.docs.InterfaceDescription.Form;
import org.attestry.gateway.http.AllowedCallers;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;
import org.attestry.gateway.http.ReplyFormat;
import org.attestry.gateway.http.RequestHeader;
import org.attestry.gateway.http.ResponseHeader;

/** The interface description (interface 9), the schemas of types, and a page that shows both. */
public final class DocsRoutes {

  private static final String DOCS = "/api/docs/";

  /** What the page needs, and nothing from elsewhere. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final InterfaceDescription description;
  private final List<Endpoint> others;

  /**
   * @param others the endpoints to describe in addition to these routes
   */
  public DocsRoutes(InterfaceDescription description, List<Endpoint> others) {
    this.description = description;
    this.others = List.copyOf(others);
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("readDescription", DOCS + "swagger.json")
            .summary("Describes every operation in Swagger 2.0.")
            .allows(AllowedCallers.ANYBODY)
            .reads(RequestHeader.IF_NONE_MATCH)
            .replies(
                ReplyFormat.document(ReplyFormat.JSON).with(ResponseHeader.ETAG),
                call -> describe(Form.SWAGGER_2_0, call)),
        Endpoint.get("readDescriptionAsOpenApi", DOCS + "openapi.json")
            .summary("Describes every operation in OpenAPI 3.1.")
            .allows(AllowedCallers.ANYBODY)
            .reads(RequestHeader.IF_NONE_MATCH)
            .replies(
                ReplyFormat.document(ReplyFormat.JSON).with(ResponseHeader.ETAG),
                call -> describe(Form.OPENAPI_3_1, call)),
        Endpoint.get("readDescriptionOfType", DOCS + "{type}.json")
            .summary(
                "Reads the JSON Schema (draft-07) of what anybody may see of a type's entities.")
            .allows(AllowedCallers.ANYBODY)
            .typed()
            .reads(RequestHeader.IF_NONE_MATCH)
            .replies(
                ReplyFormat.document(ReplyFormat.JSON).with(ResponseHeader.ETAG),
                call -> description.type(call.type(), call.context()).map(Reply::cacheable)),
        Endpoint.get("readDescriptionAsPage", DOCS)
            .summary("Shows the description to people, and lets them try operations.")
            .allows(AllowedCallers.ANYBODY)
            .reads(RequestHeader.IF_NONE_MATCH)
            .replies(ReplyFormat.document("text/html").with(ResponseHeader.ETAG), call -> page("")),
        Endpoint.get("readDescriptionPageFile", DOCS + "{file}")
            .summary("Reads a file of that page.")
            .allows(AllowedCallers.ANYBODY)
            .reads(RequestHeader.IF_NONE_MATCH)
            .replies(
                ReplyFormat.file().with(ResponseHeader.ETAG), call -> page(call.path("file"))));
  }

  private Future<Reply> describe(Form form, Call call) {
    List<Endpoint> all = Stream.concat(others.stream(), endpoints().stream()).toList();
    return description.describe(form, all, call.context()).map(Reply::cacheable);
  }

  private Future<Reply> page(String name) {
    return description
        .page(name)
        .map(Reply::cacheable)
        .map(reply -> reply.with("content-security-policy", POLICY));
  }
}
