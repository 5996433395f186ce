package org.attestry.gateway.bulk;

import static org.attestry.contracts.registry.BulkOperations.EXPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.IMPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.START_IMPORT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.BulkOperations.ExportedEntities;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.RawClient;
import org.attestry.gateway.http.MediaTypes;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BulkPlacesIT {

  private static final String ID = "0199d7f0-0000-7000-8000-000000000001";

  @AutoClose private static GatewayServer gateway;
  private static String anna;
  private static String bert;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer(Map.of("BULK_TRANSFERS", "16"));
    anna = gateway.identity().tokenOf("anna");
    bert = gateway.identity().tokenOf("bert");
  }

  @BeforeEach
  void registry() {
    gateway.services().forget();
    gateway.services().answer(START_IMPORT, view(0, 0));
    gateway
        .services()
        .handle(
            IMPORT_ENTITIES,
            (request, context) ->
                Future.succeededFuture(
                    view(request.rows().size(), request.rows().getLast().checksum())));
  }

  @Test
  void importsThatOneCallerDribblesKeepNobodyElseOut() throws Exception {
    List<RawClient> open = new ArrayList<>();
    try {
      for (int i = 0; i < 6; i++) {
        open.add(begun(anna));
        gateway.services().next();
      }

      assertEquals(200, imported(bert).statusCode());
      assertEquals(429, imported(anna).statusCode());
    } finally {
      for (RawClient client : open) {
        client.close();
      }
    }
    Eventually.isTrue(() -> imported(anna).statusCode() == 200);
  }

  @Test
  void importWhoseClientWentAwayWhileItWaitedTakesNoPlace() throws Exception {
    for (int round = 0; round < 4; round++) {
      List<RawClient> running = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        running.add(begun(anna));
        gateway.services().next();
      }
      RawClient waiting = begun(anna);
      gateway.services().next();
      waiting.close();
      for (RawClient client : running) {
        client.close();
      }
      Eventually.isTrue(() -> imported(anna).statusCode() == 200);
    }
  }

  @Test
  void threeCallersWithSlowImportsKeepNobodyElseOut() throws Exception {
    List<RawClient> open = new ArrayList<>();
    try {
      for (String user : List.of("anna", "bert", "carl")) {
        for (int i = 0; i < 4; i++) {
          open.add(begun(gateway.identity().tokenOf(user)));
          gateway.services().next();
        }
      }

      assertEquals(200, imported(gateway.identity().tokenOf("dora")).statusCode());
    } finally {
      for (RawClient client : open) {
        client.close();
      }
    }
  }

  @Test
  void exportForAClientThatWentAwayBeforeItsFirstPageEnds() throws Exception {
    Promise<ExportedEntities> first = Promise.promise();
    gateway
        .services()
        .handle(
            EXPORT_ENTITIES,
            (request, context) ->
                request.cursor() == null ? first.future() : Future.succeededFuture(page("next")));
    try (RawClient client = new RawClient(gateway.port())) {
      client.write(head("GET", "/api/v1/Teacher/export", anna) + "\r\n");
      gateway.services().next();
      client.leave();
    }
    assertEquals(200, imported(bert).statusCode());
    gateway.services().forget();

    first.complete(page("next"));

    assertEquals(200, imported(bert).statusCode());
    assertEquals(2, gateway.services().requestCount());
  }

  private static RawClient begun(String token) throws IOException {
    String fields = "content-type: application/x-ndjson\r\ncontent-length: 1000\r\n\r\n{";
    return new RawClient(gateway.port())
        .write(head("POST", "/api/v1/Teacher/import", token) + fields);
  }

  private static String head(String method, String path, String token) {
    return "%s %s HTTP/1.1\r\nhost: x\r\nauthorization: Bearer %s\r\n"
        .formatted(method, path, token);
  }

  private static HttpResponse<String> imported(String token) {
    return gateway
        .request("POST", "/api/v1/Teacher/import")
        .token(token)
        .header("content-type", MediaTypes.NDJSON)
        .body(BodyPublishers.ofString("1\n"))
        .send();
  }

  private static ImportView view(long rows, long checksum) {
    return new ImportView(
        ID,
        "Teacher",
        "OPEN",
        false,
        null,
        rows,
        rows,
        0,
        0,
        checksum,
        Instant.EPOCH,
        Instant.EPOCH);
  }

  private static ExportedEntities page(String next) {
    return new ExportedEntities(null, List.of(JsonBytes.of("{}")), next);
  }
}
