package org.attestry.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenApiTest {

  private static final Endpoint.Handler HANDLER = call -> Future.succeededFuture(Reply.done());

  private final OpenApi openApi = OpenApi.load();

  @Test
  void everyOperationDescribesItsEffectAndItsCallers() {
    for (ApiOperation operation : openApi.operations()) {
      assertFalse(operation.described().path("summary").asText().isBlank(), operation.path());
      String description = operation.described().path("description").asText();
      assertTrue(description.startsWith("Who may call: "), operation.path());
    }
  }

  @Test
  void bindsEveryOperationInTheOrderOfTheDocument() {
    List<String> described = openApi.operations().stream().map(ApiOperation::operationId).toList();

    List<Endpoint> endpoints = openApi.bind(handlers());

    assertEquals(described, endpoints.stream().map(Endpoint::operationId).toList());
  }

  @Test
  void refusesAnOperationWithoutHandlerAndAHandlerWithoutOperation() {
    Map<String, Endpoint.Handler> tooFew = handlers();
    tooFew.remove("readEntity");
    Map<String, Endpoint.Handler> tooMany = handlers();
    tooMany.put("readNothing", HANDLER);

    assertThrows(IllegalArgumentException.class, () -> openApi.bind(tooFew));
    assertThrows(IllegalArgumentException.class, () -> openApi.bind(tooMany));
  }

  private Map<String, Endpoint.Handler> handlers() {
    Map<String, Endpoint.Handler> handlers = new HashMap<>();
    openApi.operations().forEach(operation -> handlers.put(operation.operationId(), HANDLER));
    return handlers;
  }
}
