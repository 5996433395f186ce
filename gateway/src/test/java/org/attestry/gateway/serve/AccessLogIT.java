package org.attestry.gateway.serve;

import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.attestry.contracts.FailureException;
import org.attestry.gateway.GatewayServer;
import org.attestry.runtime.management.AccessLog;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class AccessLogIT {

  private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(AccessLog.NAME);
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

  @AutoClose private final GatewayServer gateway = new GatewayServer();
  private final Lines lines = new Lines();

  @BeforeEach
  void listen() {
    lines.start();
    LOGGER.addAppender(lines);
    gateway
        .services()
        .handle(
            READ_ENTITY,
            (request, context) -> {
              throw FailureException.notFound("registry.entity", "There is none.");
            });
  }

  @AfterEach
  void detach() {
    LOGGER.setLevel(Level.INFO);
    LOGGER.detachAppender(lines);
  }

  @Test
  void aRequestAndItsOperationsHaveLinesWithTheSameIds() {
    read("/api/v1/Teacher/person-1", "00-" + TRACE + "-b7ad6b7169203331-01");

    List<Map<String, String>> all = lines.await(2);
    assertEquals(
        List.of(
            Map.of(
                "operation",
                READ_ENTITY.address(),
                "outcome",
                "NOT_FOUND",
                "requestId",
                "r-1",
                "traceId",
                TRACE),
            Map.of(
                "operation", "readEntity",
                "status", "404",
                "requestId", "r-1",
                "traceId", TRACE)),
        all);
    assertFalse(lines.texts.toString().matches(".*(person-1|127\\.0\\.0\\.1).*"));
  }

  @Test
  void aRequestWithoutATraceBeginsOne() {
    read("/api/v1/Teacher/person-1", "not-a-trace");

    List<Map<String, String>> all = lines.await(2);
    String trace = all.getFirst().get("traceId");
    assertTrue(trace.matches("[0-9a-f]{32}"), trace);
    assertEquals(trace, all.getLast().get("traceId"));
  }

  @Test
  void aRequestOfNoOperationHasALine() {
    assertEquals(404, gateway.get("/nothing", null).statusCode());

    assertEquals("none", lines.await(1).getFirst().get("operation"));
  }

  @Test
  void nothingIsLoggedAtLevelWarn() {
    LOGGER.setLevel(Level.WARN);
    read("/api/v1/Teacher/person-1", "");
    LOGGER.setLevel(Level.INFO);
    gateway.get("/nothing", null);

    assertEquals("none", lines.await(1).getFirst().get("operation"));
  }

  private void read(String path, String traceparent) {
    gateway
        .request("GET", path)
        .header("x-request-id", "r-1")
        .header("traceparent", traceparent)
        .send();
  }

  /** The lines' keys and values, without durations. */
  private static final class Lines extends AppenderBase<ILoggingEvent> {

    private final List<Map<String, String>> all = new CopyOnWriteArrayList<>();
    private final List<String> texts = new CopyOnWriteArrayList<>();

    @Override
    protected void append(ILoggingEvent event) {
      Map<String, String> line = new TreeMap<>();
      event.getKeyValuePairs().forEach(pair -> line.put(pair.key, String.valueOf(pair.value)));
      texts.add(event.getFormattedMessage() + line);
      line.remove("millis");
      all.add(line);
    }

    List<Map<String, String>> await(int count) {
      return Eventually.until(() -> List.copyOf(all), lines -> lines.size() == count);
    }
  }
}
