package org.attestry.acceptance;

/** Entities with very many, very deep or very equal things in them. */
final class HostileEntities {

  private HostileEntities() {}

  static String special(Chance chance) {
    return chance.of(
        () -> entity("items", "[%s]".formatted(HostileJson.joined(200_000, n -> "1"))),
        () -> entity("items", "[%s]".formatted(HostileJson.joined(60_000, n -> "{}"))),
        () -> entity("tags", "[%s]".formatted(HostileJson.numbered("t", 60_000))),
        () -> entity("tags", "[%s]".formatted(HostileJson.joined(100_000, n -> "\"t\""))),
        () ->
            entity("tags", "[%s]".formatted(HostileJson.joined(5_000, n -> "{\"a\":[" + n + "]}"))),
        () -> entity("any", HostileJson.deep(chance)),
        () -> entity("any", HostileJson.wide(chance)),
        () -> entity("any", HostileJson.value(chance)),
        () -> entity("count", HostileText.number(chance)),
        () -> entity("score", HostileText.number(chance)),
        () -> entity("at", HostileJson.quoted(HostileText.date(chance))),
        () -> entity("birth", HostileJson.quoted(HostileText.date(chance))),
        () -> entity("code", HostileJson.quoted("a".repeat(50_000) + "!")),
        () -> entity("email", HostileJson.quoted(HostileText.text(chance))),
        () -> entity("email", HostileJson.quoted("a@".repeat(50_000))),
        () -> entity("link", HostileJson.quoted("http://" + "a.".repeat(50_000))),
        () -> entity("tags", "[%s]".formatted(HostileJson.quoted(HostileText.text(chance)))),
        () -> entity("secret", HostileJson.quoted("\n".repeat(400_000))),
        () -> entity("osid", HostileJson.quoted(HostileText.text(chance))),
        () -> "{%s}".formatted(HostileJson.joined(40_000, n -> "\"unknown" + n + "\":1")));
  }

  private static String entity(String member, String value) {
    return "{\"name\":\"A\",\"%s\":%s}".formatted(member, value);
  }

  /** The value of one property. */
  static String property(Chance chance) {
    String entity = special(chance);
    return chance.percent(50)
        ? HostileJson.value(chance)
        : entity.substring(entity.indexOf(':', 12) + 1, entity.length() - 1);
  }
}
