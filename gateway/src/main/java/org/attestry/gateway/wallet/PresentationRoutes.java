package org.attestry.gateway.wallet;

import static org.attestry.contracts.credential.PresentationOperations.DELETE_PRESENTATION;
import static org.attestry.contracts.credential.PresentationOperations.DELETE_PRESENTATION_QUERY;
import static org.attestry.contracts.credential.PresentationOperations.LIST_PRESENTATION_QUERIES;
import static org.attestry.contracts.credential.PresentationOperations.READ_PRESENTATION;
import static org.attestry.contracts.credential.PresentationOperations.READ_PRESENTATION_QUERY;
import static org.attestry.contracts.credential.PresentationOperations.READ_REQUEST_OBJECT;
import static org.attestry.contracts.credential.PresentationOperations.RECEIVE_PRESENTATION;
import static org.attestry.contracts.credential.PresentationOperations.REQUEST_PRESENTATION;
import static org.attestry.contracts.credential.PresentationOperations.STORE_PRESENTATION_QUERY;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.PresentationOperations.DeletePresentationQueryRequest;
import org.attestry.contracts.credential.PresentationOperations.DeletePresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.ListPresentationQueriesRequest;
import org.attestry.contracts.credential.PresentationOperations.ReadPresentationQueryRequest;
import org.attestry.contracts.credential.PresentationOperations.ReadPresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.ReadRequestObjectRequest;
import org.attestry.contracts.credential.PresentationOperations.ReceivePresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.ReceivedPresentation;
import org.attestry.contracts.credential.PresentationOperations.RequestPresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.StorePresentationQueryRequest;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;
import org.attestry.runtime.json.Json;

/** Presentations that are requested from wallets (OpenID for Verifiable Presentations 1.0). */
public final class PresentationRoutes {

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put(
        "requestPresentation",
        call -> call.result(REQUEST_PRESENTATION, RequestPresentationRequest.class));
    handlers.put("readPresentation", this::read);
    handlers.put("deletePresentation", this::delete);
    handlers.put("readRequestObject", call -> requestObject(call, null));
    handlers.put("readRequestObjectByPost", this::postedRequestObject);
    handlers.put("receivePresentation", this::receive);
    handlers.put("storePresentationQuery", this::storeQuery);
    handlers.put("listPresentationQueries", this::listQueries);
    handlers.put("readPresentationQuery", this::readQuery);
    handlers.put("deletePresentationQuery", this::deleteQuery);
  }

  private Future<Reply> read(Call call) {
    return call.request(
            READ_PRESENTATION,
            new ReadPresentationRequest(call.path("requestId"), call.query("responseCode")))
        .map(Reply::plain);
  }

  private Future<Reply> delete(Call call) {
    return call.request(DELETE_PRESENTATION, new DeletePresentationRequest(call.path("requestId")))
        .map(done -> Reply.done());
  }

  private Future<Reply> requestObject(Call call, String walletNonce) {
    return call.request(
            READ_REQUEST_OBJECT, new ReadRequestObjectRequest(call.path("reference"), walletNonce))
        .map(read -> JsonBytes.of(read.jwt().getBytes(StandardCharsets.US_ASCII)))
        .map(Reply::plain);
  }

  private Future<Reply> postedRequestObject(Call call) {
    return requestObject(call, text(Json.read(call.body()), "wallet_nonce"));
  }

  private Future<Reply> receive(Call call) {
    JsonNode form = Json.read(call.body());
    var request =
        new ReceivePresentationRequest(
            call.path("reference"),
            text(form, "response"),
            text(form, "vp_token"),
            text(form, "state"),
            text(form, "error"),
            text(form, "error_description"));
    return call.request(RECEIVE_PRESENTATION, request).map(PresentationRoutes::next);
  }

  /** Says what a wallet does after its response (section 8.2). */
  private static Reply next(ReceivedPresentation received) {
    ObjectNode next = Json.object();
    if (received.redirectUri() != null) {
      next.put("redirect_uri", received.redirectUri());
    }
    return Reply.plain(Json.write(next));
  }

  /** A field of a form, or null. */
  private static String text(JsonNode form, String field) {
    return form.path(field).textValue();
  }

  private Future<Reply> storeQuery(Call call) {
    Query sent = call.body(Query.class);
    var request =
        new StorePresentationQueryRequest(
            call.path("name"),
            sent.description(),
            sent.dcqlQuery(),
            sent.type(),
            sent.policy(),
            sent.claims());
    return call.request(STORE_PRESENTATION_QUERY, request).map(Reply::result);
  }

  private Future<Reply> listQueries(Call call) {
    var request = new ListPresentationQueriesRequest(call.limit(), call.offset());
    return call.request(LIST_PRESENTATION_QUERIES, request).map(Reply::plain);
  }

  private Future<Reply> readQuery(Call call) {
    var request = new ReadPresentationQueryRequest(call.path("name"));
    return call.request(READ_PRESENTATION_QUERY, request).map(Reply::plain);
  }

  private Future<Reply> deleteQuery(Call call) {
    var request = new DeletePresentationQueryRequest(call.path("name"));
    return call.request(DELETE_PRESENTATION_QUERY, request).map(Reply::plain);
  }

  /** A query that is stored, whose name is in the path. */
  record Query(
      String description, JsonBytes dcqlQuery, String type, String policy, JsonBytes claims) {}
}
