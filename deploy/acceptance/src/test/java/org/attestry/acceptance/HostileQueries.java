package org.attestry.acceptance;

import java.util.List;

/** Searches whose filters, orders and pages are hostile. */
final class HostileQueries {

  private static final List<String> FIELDS =
      List.of(
          "name",
          "email",
          "birth",
          "at",
          "count",
          "score",
          "tags",
          "items",
          "items.label",
          "address",
          "address.city",
          "address/city",
          "any",
          "secret",
          "osid",
          "osOwner",
          "osCreatedAt",
          "osUpdatedAt",
          "_osState/remark",
          "_osClaimId/remark",
          "nothing");

  private static final List<String> OPERATORS =
      List.of(
          "eq",
          "neq",
          "gt",
          "gte",
          "lt",
          "lte",
          "between",
          "or",
          "in",
          "nin",
          "contains",
          "notContains",
          "startsWith",
          "notStartsWith",
          "endsWith",
          "notEndsWith",
          "exists",
          "eqIgnoreCase",
          "containsIgnoreCase",
          "inIgnoreCase",
          "betweenIgnoreCase",
          "not",
          "regex");

  private HostileQueries() {}

  static String search(Chance chance) {
    return "{\"filters\":%s%s}".formatted(filter(chance, 0), rest(chance));
  }

  private static String rest(Chance chance) {
    StringBuilder rest = new StringBuilder();
    if (chance.percent(30)) {
      rest.append(",\"limit\":").append(chance.percent(50) ? "5" : HostileJson.value(chance));
    }
    if (chance.percent(20)) {
      rest.append(",\"offset\":").append(chance.percent(50) ? "100000" : HostileJson.value(chance));
    }
    if (chance.percent(20)) {
      rest.append(",\"sort\":").append(list(chance));
    }
    if (chance.percent(20)) {
      rest.append(",\"fields\":").append(list(chance));
    }
    if (chance.percent(15)) {
      rest.append(",\"cursor\":").append(HostileJson.quoted(HostileText.word(chance)));
    }
    if (chance.percent(15)) {
      rest.append(",\"count\":")
          .append(
              HostileJson.quoted(chance.of(List.of("auto", "exact", "planned", "none", "all"))));
    }
    return rest.toString();
  }

  private static String list(Chance chance) {
    return chance.of(
        () -> "[%s]".formatted(HostileJson.quoted("-" + chance.of(FIELDS))),
        () -> "[%s]".formatted(HostileJson.numbered("name", 5_000)),
        () -> "[%s]".formatted(HostileJson.joined(2_000, n -> "\"name\"")),
        () -> "[%s]".formatted(HostileJson.quoted(HostileText.name(chance))),
        () -> HostileJson.value(chance));
  }

  private static String filter(Chance chance, int depth) {
    if (depth < 3 && chance.percent(15)) {
      return chance.of(
          () -> "{\"or\":[%s,%s]}".formatted(filter(chance, depth + 1), filter(chance, depth + 1)),
          () -> "{\"not\":%s}".formatted(filter(chance, depth + 1)),
          () -> "{\"or\":%s}".formatted(HostileJson.value(chance)));
    }
    if (chance.percent(12)) {
      return large(chance);
    }
    return "{%s:{%s:%s}}"
        .formatted(
            HostileJson.quoted(chance.percent(90) ? chance.of(FIELDS) : HostileText.name(chance)),
            HostileJson.quoted(
                chance.percent(90) ? chance.of(OPERATORS) : HostileText.name(chance)),
            operand(chance));
  }

  private static String large(Chance chance) {
    String one = "{\"name\":{\"eq\":\"a\"}}";
    int depth = chance.of(List.of(10, 60, 64));
    return chance.of(
        () -> "{\"or\":[%s]}".formatted(HostileJson.joined(20_000, n -> one)),
        () -> "{\"not\":".repeat(depth) + one + "}".repeat(depth),
        () -> "{\"or\":[".repeat(depth / 2) + one + "]}".repeat(depth / 2),
        () -> "{\"name\":{\"in\":[%s]}}".formatted(HostileJson.numbered("v", 30_000)),
        () -> "{%s}".formatted(HostileJson.joined(10_000, n -> "\"f" + n + "\":{\"eq\":1}")),
        () ->
            "{\"name\":{%s}}"
                .formatted(
                    HostileJson.joined(
                        OPERATORS.size(), n -> "\"" + OPERATORS.get(n) + "\":\"a\"")),
        () -> "{\"name\":{\"contains\":%s}}".formatted(HostileJson.quoted("%_".repeat(100_000))));
  }

  private static String operand(Chance chance) {
    return chance.of(
        () -> HostileJson.value(chance),
        () -> HostileJson.quoted(HostileText.date(chance)),
        () -> HostileText.number(chance),
        () -> "[%s,%s]".formatted(HostileText.number(chance), HostileText.number(chance)),
        () ->
            "[%s,%s]"
                .formatted(
                    HostileJson.quoted(HostileText.date(chance)),
                    HostileJson.quoted(HostileText.date(chance))));
  }
}
