package org.attestry.gateway.serve;

import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.gateway.GatewayServer;

/** Gateways whose registry has one entity, and takes others. */
final class EntityGateway {

  static final String ENTITY = "/api/v1/Teacher/t-1";
  static final String GET = "GET " + ENTITY + " HTTP/1.1\r\nhost: x\r\n\r\n";
  static final String POST =
      "POST /api/v1/Teacher HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";

  private static final int MUCH = 20_000_000;

  private EntityGateway() {}

  static GatewayServer start(Map<String, String> settings) {
    return start(settings, true);
  }

  static GatewayServer start(Map<String, String> settings, boolean nativeTransport) {
    GatewayServer gateway = new GatewayServer(settings, nativeTransport);
    gateway
        .services()
        .answer(READ_ENTITY, new EntityView(JsonBytes.of("{}"), 1, null))
        .answer(CREATE_ENTITY, new EntityReceipt("Teacher", "t-1", 1));
    return gateway;
  }

  static void respondsWithMuchData(GatewayServer gateway) {
    responds(gateway, MUCH);
  }

  /** Gives the body of the responses, in which no part is like another. */
  static String responds(GatewayServer gateway, int bytes) {
    String numbers =
        IntStream.range(0, bytes / 8).mapToObj("%08d"::formatted).collect(Collectors.joining());
    String body = '"' + numbers + '"';
    gateway.services().answer(READ_ENTITY, new EntityView(JsonBytes.of(body), 1, null));
    return body;
  }
}
