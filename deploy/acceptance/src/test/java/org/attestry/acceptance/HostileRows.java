package org.attestry.acceptance;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.attestry.acceptance.HostileBody.Content;

/** Imports whose header or rows are hostile, as CSV and as lines of JSON. */
final class HostileRows {

  private HostileRows() {}

  /** The same JSON, and now and then a few lines of it as a batch. */
  static HostileBody eachLine(HostileBody json) {
    return (chance, world) -> {
      Content one = json.make(chance, world);
      if (!chance.percent(20)) {
        return one;
      }
      String line = new String(one.bytes(), StandardCharsets.UTF_8).replace("\n", " ");
      String lines =
          chance.of(
              () -> line + "\n{}\n" + line,
              () -> "\n \r\n" + line + "\r\n\u0000\n[1]\n",
              () -> "{}\n".repeat(chance.of(List.of(50, 5_000))),
              () -> "x\n".repeat(20_000),
              () -> "x".repeat(1_000_001) + "\n" + line);
      return Content.of("application/x-ndjson", lines);
    };
  }

  static Content content(Chance chance, HostileWorld world) {
    Content content =
        chance.percent(50)
            ? Content.of("text/csv", csv(chance))
            : Content.of("application/x-ndjson", lines(chance, world));
    return chance.percent(15) ? HostileBody.garbled(chance, content) : content;
  }

  static Content revocations(Chance chance, HostileWorld world) {
    String honest = "{\"credentialId\":\"urn:uuid:hostile\",\"revokedAt\":\"2026-01-02\"}";
    Content content =
        Content.of(
            "application/x-ndjson",
            chance.of(
                () -> HostileJson.spoilt(chance, honest) + "\n" + honest + "\n",
                () -> HostileJson.value(chance) + "\n",
                () -> "{\"signedData\":%s}\n".formatted(HostileCredentials.verify(chance)),
                () ->
                    "{\"credentialId\":%s}".formatted(HostileJson.quoted(HostileText.text(chance))),
                () -> "{\"signedHash\":%s}".formatted(HostileJson.quoted(HostileText.text(chance))),
                () -> "{\"revokedAt\":\"%s\"}".formatted(HostileText.date(chance)),
                () -> "{}\n".repeat(chance.of(List.of(500, 20_000, 300_000))),
                () -> "\n".repeat(900_000),
                () -> (honest + "\n").repeat(9_000),
                () -> ""));
    return chance.percent(15) ? HostileBody.garbled(chance, content) : content;
  }

  static Content claims(Chance chance, HostileWorld world) {
    String honest =
        "{\"id\":\"91f27e82-392d-4df5-8b39-efbd0579eaff\",\"status\":\"CLOSED\",\"entity\":\"A\","
            + "\"entityId\":\"96e596f5-29a5-4891-8565-a27b95f55c4d\",\"decision\":\"GRANTED\","
            + "\"attestationId\":\"23fe7f97-8343-4a08-bf70-6d6aef1acc16\",\"notes\":[],"
            + "\"attestationName\":\"check\",\"attestorEntity\":\"Teacher\",\"conditions\":\"\","
            + "\"createdAt\":\"2026-01-02\",\"decidedAt\":\"2026-01-02\"}";
    Content content =
        Content.of(
            "application/x-ndjson",
            chance.of(
                () -> HostileJson.spoilt(chance, honest) + "\n" + honest + "\n",
                () -> HostileJson.value(chance) + "\n",
                () ->
                    honest.replace(
                        "\"conditions\":\"\"",
                        "\"conditions\":" + HostileJson.quoted(HostileText.text(chance))),
                () -> honest.replace("2026-01-02", HostileText.date(chance)),
                () -> "{}\n".repeat(chance.of(List.of(500, 900, 300_000))),
                () -> "\n".repeat(900_000),
                () -> ""));
    return chance.percent(15) ? HostileBody.garbled(chance, content) : content;
  }

  private static String csv(Chance chance) {
    return chance.of(
        () -> columns(chance.of(List.of(1_000, 10_000, 100_000)), "c") + "\n1,2,3\n",
        () -> columns(20_000, "name.") + "\n1\n",
        () -> "name" + ",name".repeat(5_000) + "\na\n",
        () -> "name,\"" + "\n".repeat(600_000) + "\"\n",
        () -> "name\n\"" + "\n".repeat(600_000) + "\"\n",
        () -> "name\n\"unterminated" + "x".repeat(100_000),
        () -> "name\n" + ",".repeat(500_000) + "\n",
        () -> "name\n" + "\n".repeat(500_000),
        () -> "name\n" + "a\r\r\n\r".repeat(10_000),
        () -> "name\n\"a\"b\"c\"\"\n\"\n",
        () -> "a/b/c/d,a/b,a\n1,2,3\n",
        () -> "a" + "/a".repeat(10_000) + "\n1\n",
        () -> "tags/999999999,tags/-1,tags/x\n1,2,3\n",
        () -> "items.0.label,items.2147483648.label\na,b\n",
        () -> "name,count\na,%s\n".formatted(HostileText.number(chance)),
        () -> "name,at\na,%s\n".formatted(HostileText.date(chance)),
        () -> "name\n" + HostileText.text(chance) + "\n",
        () -> HostileText.name(chance) + "," + HostileText.name(chance) + "\na,b\n",
        () -> "name,any\na,\"" + HostileJson.deep(chance).replace("\"", "\"\"") + "\"\n",
        () -> "");
  }

  private static String columns(int count, String prefix) {
    return HostileJson.joined(count, n -> prefix + n);
  }

  private static String lines(Chance chance, HostileWorld world) {
    String honest = world.entity();
    return chance.of(
        () -> HostileJson.spoilt(chance, honest) + "\n" + honest + "\n",
        () -> HostileJson.spoilt(chance, honest) + "\n" + HostileJson.spoilt(chance, honest),
        () -> HostileJson.value(chance) + "\n",
        () -> "{}\n".repeat(500),
        () -> "\n".repeat(500_000),
        () -> "x\n".repeat(500),
        () -> HostileEntities.special(chance) + "\n",
        () -> "[" + honest + "," + honest + "]");
  }
}
