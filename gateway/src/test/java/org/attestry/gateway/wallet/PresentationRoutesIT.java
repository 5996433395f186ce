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
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Done;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.PresentationOperations.DeletePresentationQueryRequest;
import org.attestry.contracts.credential.PresentationOperations.DeletePresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.ListPresentationQueriesRequest;
import org.attestry.contracts.credential.PresentationOperations.PresentationQueriesView;
import org.attestry.contracts.credential.PresentationOperations.PresentationQuery;
import org.attestry.contracts.credential.PresentationOperations.PresentationResult;
import org.attestry.contracts.credential.PresentationOperations.PresentationState;
import org.attestry.contracts.credential.PresentationOperations.QrImage;
import org.attestry.contracts.credential.PresentationOperations.ReadPresentationQueryRequest;
import org.attestry.contracts.credential.PresentationOperations.ReadPresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.ReadRequestObjectRequest;
import org.attestry.contracts.credential.PresentationOperations.ReceivePresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.ReceivedPresentation;
import org.attestry.contracts.credential.PresentationOperations.RequestObject;
import org.attestry.contracts.credential.PresentationOperations.RequestPresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.RequestedPresentation;
import org.attestry.contracts.credential.PresentationOperations.StorePresentationQueryRequest;
import org.attestry.gateway.GatewayServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PresentationRoutesIT {

  private static final String REQUESTS = "/api/v1/presentations/requests";
  private static final String QUERIES = "/api/v1/presentations/queries";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final PresentationQuery AGE =
      new PresentationQuery("age", null, JsonBytes.of("{}"), Instant.EPOCH);

  @AutoClose private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("user-1");
    gateway
        .services()
        .answer(
            REQUEST_PRESENTATION,
            new RequestedPresentation(
                "r-1", "c", "u", "l", new QrImage("<svg/>", "AA=="), Instant.EPOCH))
        .answer(
            READ_PRESENTATION,
            new PresentationResult(
                "r-1", PresentationState.OPEN, Instant.EPOCH, null, List.of(), null, null))
        .answer(DELETE_PRESENTATION, Done.DONE)
        .answer(READ_REQUEST_OBJECT, new RequestObject("a.b.c"))
        .answer(RECEIVE_PRESENTATION, new ReceivedPresentation("https://verifier.example/"))
        .answer(STORE_PRESENTATION_QUERY, AGE)
        .answer(LIST_PRESENTATION_QUERIES, new PresentationQueriesView(1, List.of(AGE)))
        .answer(READ_PRESENTATION_QUERY, AGE)
        .answer(DELETE_PRESENTATION_QUERY, AGE);
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @Test
  void requestsReadsAndDeletesAPresentation() {
    HttpResponse<String> made =
        gateway.post(
            REQUESTS,
            token,
            """
            {"type": "T", "policy": "p", "claims": ["name", ["home", "city"]],
             "responseMode": "direct_post", "clientIdPrefix": "redirect_uri",
             "requestUriMethod": "post", "redirectUri": "https://verifier.example/"}
            """);
    assertEquals(200, made.statusCode(), made.body());
    assertEquals("r-1", json(made).getJsonObject("result").getString("requestId"));
    assertEquals(
        new RequestPresentationRequest(
            null,
            "T",
            "p",
            JsonBytes.of("[\"name\", [\"home\", \"city\"]]"),
            null,
            "direct_post",
            "redirect_uri",
            "post",
            "https://verifier.example/"),
        gateway.services().next().request());
    assertEquals("OPEN", json(gateway.get(REQUESTS + "/r-1", token)).getString("state"));
    assertEquals(new ReadPresentationRequest("r-1"), gateway.services().next().request());
    gateway.get(REQUESTS + "/r-1?responseCode=code", token);
    assertEquals(new ReadPresentationRequest("r-1", "code"), gateway.services().next().request());
    assertEquals(
        200, gateway.request("DELETE", REQUESTS + "/r-1").token(token).send().statusCode());
    assertEquals(new DeletePresentationRequest("r-1"), gateway.services().next().request());
  }

  @Test
  void refusesUnknownMembersBeforeTheServiceSeesThem() {
    for (String body :
        List.of("{\"responseMode\": \"fragment\"}", "{\"more\": 1}", "{\"claims\": [7]}", "[]")) {
      assertEquals(400, gateway.post(REQUESTS, token, body).statusCode(), body);
    }
  }

  @Test
  void aWalletReadsTheRequestByEitherMethod() {
    HttpResponse<String> read =
        gateway
            .request("GET", "/oid4vp/requests/ref")
            .header("accept", "application/oauth-authz-req+jwt, application/jwt;q=0.9, text/plain")
            .header("content-type", FORM)
            .send();
    assertEquals(200, read.statusCode(), read.body());
    assertEquals("a.b.c", read.body());
    assertEquals(
        "application/oauth-authz-req+jwt", read.headers().firstValue("content-type").orElseThrow());
    assertEquals("no-store", read.headers().firstValue("cache-control").orElseThrow());
    assertEquals(new ReadRequestObjectRequest("ref", null), gateway.services().next().request());

    HttpResponse<String> posted =
        form("/oid4vp/requests/ref", "wallet_nonce=n%2F1&wallet_metadata=%7B%7D&other=1");
    assertEquals(200, posted.statusCode(), posted.body());
    assertEquals(new ReadRequestObjectRequest("ref", "n/1"), gateway.services().next().request());
    assertEquals(200, form("/oid4vp/requests/ref", "").statusCode());
    assertEquals(200, gateway.request("POST", "/oid4vp/requests/ref").send().statusCode());
    assertEquals(400, form("/oid4vp/requests/ref", "wallet_nonce=a&wallet_nonce=b").statusCode());
  }

  @Test
  void aWalletSendsAResponseWithWhateverElseItHas() {
    HttpResponse<String> sent =
        form(
            "/oid4vp/responses/ref",
            "vp_token=%7B%22a%22%3A%5B%22x%22%5D%7D&state=s&iss=https%3A%2F%2Fwallet&code=1");

    assertEquals(200, sent.statusCode(), sent.body());
    assertEquals("{\"redirect_uri\":\"https://verifier.example/\"}", sent.body());
    assertEquals("application/json", sent.headers().firstValue("content-type").orElseThrow());
    assertEquals(
        new ReceivePresentationRequest("ref", null, "{\"a\":[\"x\"]}", "s", null, null),
        gateway.services().next().request());
    form("/oid4vp/responses/ref", "response=a.b.c.d.e");
    assertEquals(
        new ReceivePresentationRequest("ref", "a.b.c.d.e", null, null, null, null),
        gateway.services().next().request());
    form("/oid4vp/responses/ref", "error=access_denied&error_description=no&state=s");
    assertEquals(
        new ReceivePresentationRequest("ref", null, null, "s", "access_denied", "no"),
        gateway.services().next().request());
    assertEquals(415, gateway.post("/oid4vp/responses/ref", null, "{}").statusCode());
  }

  /** A wallet in a browser has an origin of its own, and no token. */
  @Test
  void aWalletOfAnyOriginNeedsNoToken() {
    HttpResponse<String> sent =
        gateway
            .request("POST", "/oid4vp/responses/ref")
            .header("content-type", FORM)
            .header("origin", "https://wallet.example")
            .body(BodyPublishers.ofString("response=a.b.c.d.e"))
            .send();

    assertEquals(200, sent.statusCode(), sent.body());
    assertEquals("*", sent.headers().firstValue("access-control-allow-origin").orElseThrow());
    assertEquals(Caller.NOBODY, gateway.services().next().context().caller());
  }

  @Test
  void storesListsReadsAndDeletesQueries() {
    HttpResponse<String> stored =
        gateway
            .request("PUT", QUERIES + "/age")
            .token(token)
            .header("content-type", "application/json")
            .body(
                BodyPublishers.ofString(
                    "{\"description\": \"d\", \"dcqlQuery\": {\"credentials\": []}}"))
            .send();
    assertEquals(200, stored.statusCode(), stored.body());
    assertEquals(
        new StorePresentationQueryRequest(
            "age", "d", JsonBytes.of("{\"credentials\": []}"), null, null, null),
        gateway.services().next().request());
    assertEquals(
        1, json(gateway.get(QUERIES + "?limit=5&offset=2", token)).getInteger("totalCount"));
    assertEquals(new ListPresentationQueriesRequest(5, 2), gateway.services().next().request());
    assertTrue(gateway.get(QUERIES + "/age", token).body().contains("\"dcqlQuery\":{}"));
    assertEquals(new ReadPresentationQueryRequest("age"), gateway.services().next().request());
    assertEquals(200, gateway.request("DELETE", QUERIES + "/age").token(token).send().statusCode());
    assertEquals(new DeletePresentationQueryRequest("age"), gateway.services().next().request());
  }

  private static HttpResponse<String> form(String path, String form) {
    return gateway
        .request("POST", path)
        .header("content-type", FORM)
        .body(BodyPublishers.ofString(form))
        .send();
  }
}
