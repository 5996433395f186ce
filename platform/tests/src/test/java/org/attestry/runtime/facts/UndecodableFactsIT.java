package org.attestry.runtime.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Facts behind undecodable records of a topic are handled. */
class UndecodableFactsIT {

  private static final int DAMAGED = 300;

  @AutoClose private final TestService service = new TestService();

  @Test
  void everyWrongEventGoesAsideWithAReason() {
    service.consume(service::record);
    List<byte[]> wrong = new ArrayList<>();
    wrongEvents().forEach(text -> wrong.add(text.getBytes(StandardCharsets.UTF_8)));
    wrong.add(null);
    wrong.add(new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    service.send(null, wrong);
    service.send("key\u0000with NUL", List.of("[]".getBytes(StandardCharsets.UTF_8)));

    serviceGoesOn();
    assertEquals(
        wrong.size() + 1L,
        Eventually.until(
            () -> parked("reason LIKE 'fact.undecodable: %'"), n -> n == wrong.size() + 1));
    assertEquals(0, parked("reason NOT LIKE 'fact.undecodable: %'"));
  }

  /** Each is either passed over, acted on or set aside: nothing else can become of it. */
  @Test
  void noDamageToAnEventStopsTheOthers() {
    service.consume(service::record);
    Random random = new Random(Seeds.of(20261123));
    byte[] whole = event().getBytes(StandardCharsets.UTF_8);
    List<byte[]> damaged = new ArrayList<>();
    for (int i = 0; i < DAMAGED; i++) {
      damaged.add(damaged(whole, random));
    }
    service.send(null, damaged);

    serviceGoesOn();
    assertTrue(parked("TRUE") > DAMAGED / 2);
    assertEquals(0, parked("reason IS NULL"));
  }

  private List<String> wrongEvents() {
    String event = event();
    String data = "\"data\":{\"text\":\"hello\"}";
    assertTrue(event.contains(data));
    List<String> wrong =
        new ArrayList<>(
            List.of(
                "",
                "not JSON",
                "null",
                "5",
                "\"text\"",
                "[]",
                "{}",
                event + event,
                event.substring(1),
                event.replaceFirst("\\{", "{\"specversion\":\"1.0\","),
                event.replace("\"1.0\"", "1.0"),
                event.replace("\"1.0\"", "\"0.3\""),
                event.replaceFirst("\"id\":\"[^\"]+\"", "\"id\":5"),
                event.replaceFirst("\"id\":\"[^\"]+\"", "\"id\":\"1-1-1-1-1\""),
                event.replaceFirst("\"id\":\"[^\"]+\"", "\"id\":null"),
                event.replaceFirst("\"type\":\"[^\"]+\"", "\"type\":[]"),
                event.replaceFirst("\"subject\":\"[^\"]+\"", "\"subject\":7"),
                event.replaceFirst("\"subject\":\"[^\"]+\"", "\"subject\":\"a\\\\u0000b\""),
                event.replaceFirst("\"subject\":\"[^\"]+\"", "\"subject\":\"\\\\ud800\""),
                event.replaceFirst("\"time\":\"[^\"]+\"", "\"time\":1700000000"),
                event.replaceFirst(
                    "\"time\":\"[^\"]+\"", "\"time\":\"+999999999-12-31T23:59:59Z\""),
                event.replaceFirst("\"time\":\"[^\"]+\"", "\"time\":\"yesterday\""),
                event.replace(data, "\"traceparent\":{}," + data),
                event.replace(data, "\"dataref\":true"),
                event.replace(data, "\"data\":null"),
                event.replace(data, "\"data\":\"text\""),
                event.replace(data, "\"data\":[]"),
                event.replace(data, "\"data\":{\"text\":5}"),
                event.replace(data, "\"data\":{\"text\":true}"),
                event.replace(data, "\"data\":{\"text\":{\"a\":1}}"),
                event.replace(data, "\"data\":{\"text\":\"a\\u0000b\"}"),
                event.replace(data, "\"data\":{\"text\":\"a\",\"text\":\"b\"}"),
                event.replace(
                    data, "\"data\":" + "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000)),
                "[".repeat(100_000)));
    for (String member : List.of("specversion", "id", "type", "subject", "time", "data")) {
      wrong.add(event.replaceFirst("\"" + member + "\":", "\"other\":"));
    }
    return wrong;
  }

  private void serviceGoesOn() {
    service.relay();
    service.commit(service.fact("a", "last a"), service.fact("b", "last b"));
    Eventually.isTrue(() -> service.effects().containsAll(List.of("last a", "last b")));
  }

  private static byte[] damaged(byte[] whole, Random random) {
    byte[] damaged = whole.clone();
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
    }
    return damaged;
  }

  private String event() {
    return Facts.encode(service.fact("subject", "hello"), service.happened.topic()).text();
  }

  private long parked(String condition) {
    return service.count("SELECT count(*) FROM inbox_parked WHERE " + condition);
  }
}
