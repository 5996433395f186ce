package org.attestry.registry.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Entities and filters at random, from few values, so that many filters hold for some. */
final class RandomSearches {

  static final String DEFINITION =
      """
      {
        "type": "object",
        "properties": {
          "number": {"type": "integer"},
          "name": {"type": "string"},
          "code": {"type": ["string", "null"]},
          "age": {"type": ["number", "null"]},
          "active": {"type": "boolean"},
          "mixed": {"type": ["string", "number", "boolean"]},
          "contact": {
            "type": "object",
            "properties": {"city": {"type": "string"}, "mobile": {"type": "string"}}
          },
          "tags": {"type": "array", "items": {"type": "string"}},
          "marks": {"type": "array", "items": {"type": "number"}},
          "matrix": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
          "addresses": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "street": {"type": "string"},
                "zip": {"type": "number"},
                "phones": {"type": "array", "items": {"type": "string"}}
              }
            }
          },
          "until": {"type": "string", "format": "date"},
          "note": {}
        }
      }
      """;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> PIECES =
      List.of("a", "A", "b", "B", "ä", "Ä", "%", "_", "\\", "'", "\"", "😀", "～", "न", "1", " ");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "1.0",
          "-1",
          "2.5",
          "10",
          "0.1",
          "0.10000000000000000001",
          "9007199254740993",
          "9007199254740992",
          "1E+20");
  private static final List<String> TEXT_OPERATORS =
      List.of(
          "eq",
          "neq",
          "gt",
          "gte",
          "lt",
          "lte",
          "contains",
          "notContains",
          "startsWith",
          "notStartsWith",
          "endsWith",
          "notEndsWith");

  private static final List<String> ORDERS = List.of("gt", "gte", "lt", "lte");
  private static final List<String> STATES = List.of("DRAFT", "ATTESTATION_REQUESTED", "PUBLISHED");

  private final Random random;
  private List<JsonNode> stored = List.of();

  RandomSearches(long seed) {
    this.random = new Random(seed);
  }

  /** With the ids, times and users of what is stored, for filters on the service's fields. */
  RandomSearches(long seed, List<JsonNode> stored) {
    this(seed);
    this.stored = stored;
  }

  ObjectNode entity(int number) {
    ObjectNode entity = NODES.objectNode().put("number", number);
    sometimes(() -> entity.set("code", chance(4) ? NODES.nullNode() : code(number)));
    sometimes(() -> entity.set("name", text()));
    sometimes(() -> entity.set("age", chance(5) ? NODES.nullNode() : number()));
    sometimes(() -> entity.set("active", NODES.booleanNode(random.nextBoolean())));
    sometimes(() -> entity.set("mixed", scalar()));
    sometimes(() -> entity.set("contact", object("city", this::text, "mobile", this::text)));
    sometimes(() -> entity.set("tags", array(this::text)));
    sometimes(() -> entity.set("marks", array(this::number)));
    sometimes(() -> entity.set("matrix", array(() -> array(this::number))));
    sometimes(() -> entity.set("addresses", array(this::address)));
    sometimes(() -> entity.set("note", anything()));
    sometimes(() -> entity.put("until", "20%d-01-01".formatted(25 + number % 4)));
    return entity;
  }

  private JsonNode address() {
    ObjectNode address = object("street", this::text, "zip", this::number);
    sometimes(() -> address.set("phones", array(this::text)));
    return address;
  }

  private JsonNode anything() {
    return switch (random.nextInt(4)) {
      case 0 -> scalarOrNull();
      case 1 -> array(this::scalarOrNull);
      case 2 -> object("x", this::scalar, "y", this::text);
      default -> array(() -> object("x", this::scalar, "y", this::text));
    };
  }

  JsonNode filter() {
    return entityFilter(2);
  }

  private ObjectNode entityFilter(int depth) {
    ObjectNode filter = NODES.objectNode();
    for (int i = random.nextInt(2); i >= 0; i--) {
      member(filter, depth);
    }
    return filter;
  }

  private void member(ObjectNode filter, int depth) {
    switch (random.nextInt(depth > 0 ? 16 : 14)) {
      case 0, 1 -> filter.set("name", texts(depth));
      case 2 -> filter.set("age", numbers(depth));
      case 3 -> filter.set("active", truths());
      case 4 -> filter.set("mixed", chance(2) ? texts(depth) : numbers(depth));
      case 5 -> filter.set("contact", objectFilter("city", "mobile", depth, false));
      case 6 -> filter.set("tags", texts(depth));
      case 7 -> filter.set("marks", numbers(depth));
      case 8 -> filter.set("matrix", numbers(depth));
      case 9 -> filter.set("addresses", addresses(depth));
      case 10 -> filter.set("note", note(depth));
      case 11 -> filter.set("code", codes());
      case 12, 13 -> system(filter);
      case 14 -> filter.set("not", entityFilter(depth - 1));
      default -> filter.set("or", branches(() -> entityFilter(depth - 1)));
    }
  }

  private JsonNode code(int number) {
    return NODES.textNode("c" + number);
  }

  private JsonNode someCode() {
    return chance(3) ? NODES.nullNode() : code(random.nextInt(150));
  }

  private ObjectNode codes() {
    ObjectNode filter = NODES.objectNode();
    switch (random.nextInt(4)) {
      case 0 -> filter.set(pick("eq", "neq"), someCode());
      case 1 -> filter.set(pick("in", "nin", "or"), many(this::someCode));
      case 2 -> filter.set(pick("startsWith", "notContains", "gt", "lte"), NODES.textNode("c1"));
      default -> filter.set("exists", NODES.booleanNode(random.nextBoolean()));
    }
    return filter;
  }

  /** A filter on a field of the service's, with what some stored entity has there. */
  private void system(ObjectNode filter) {
    if (stored.isEmpty()) {
      return;
    }
    Supplier<ObjectNode> ofTime = () -> exact(() -> of("osCreatedAt"));
    switch (random.nextInt(8)) {
      case 0 -> filter.set("osid", nested(() -> exact(() -> of("osid"))));
      case 1 -> filter.set(pick("osCreatedAt", "osUpdatedAt"), nested(ofTime));
      case 2 -> filter.set("osCreatedBy", nested(this::ofUser));
      case 3 -> filter.set("osOwner", nested(this::ofOwner));
      case 4, 5 -> filter.set("licence", records(1));
      case 6 -> filter.set("_osState/until", nested(this::ofState));
      default -> filter.set("_osState/name", nested(this::ofState));
    }
  }

  /** A filter on the attestation records of the policy that attests how long something is valid. */
  private ObjectNode records(int depth) {
    ObjectNode filter = NODES.objectNode();
    sometimes(() -> filter.set("_osState", nested(this::ofState)));
    sometimes(() -> filter.set("_osValidUntil", nested(() -> exact(this::end))));
    sometimes(() -> filter.set("_osGrantedAt", exact(() -> of("osUpdatedAt"))));
    if (depth > 0 && chance(3)) {
      filter.set("or", branches(() -> records(0)));
    }
    if (depth > 0 && chance(4)) {
      filter.set("not", records(0));
    }
    if (filter.isEmpty()) {
      filter.set("exists", NODES.booleanNode(random.nextBoolean()));
    }
    return filter;
  }

  private JsonNode end() {
    return NODES.textNode("20%d-01-01T00:00:00.000Z".formatted(24 + random.nextInt(6)));
  }

  private JsonNode nested(Supplier<ObjectNode> filter) {
    return switch (random.nextInt(5)) {
      case 0 -> NODES.objectNode().set("not", filter.get());
      case 1 -> NODES.objectNode().set("or", branches(filter::get));
      default -> filter.get();
    };
  }

  private JsonNode of(String field) {
    return stored.get(random.nextInt(stored.size())).get(field);
  }

  /** What ids and times compare by. */
  private ObjectNode exact(Supplier<JsonNode> value) {
    ObjectNode filter = NODES.objectNode();
    switch (random.nextInt(5)) {
      case 0 -> filter.set(pick("eq", "neq"), value.get());
      case 1 -> filter.set(pick("in", "nin", "or"), many(value));
      case 2 -> filter.set("between", two(value));
      case 3 -> filter.set("exists", NODES.booleanNode(random.nextBoolean()));
      default -> filter.set(ORDERS.get(random.nextInt(4)), value.get());
    }
    return filter;
  }

  private ObjectNode ofUser() {
    ObjectNode filter = NODES.objectNode();
    String suffix = chance(2) ? "IgnoreCase" : "";
    switch (random.nextInt(3)) {
      case 0 -> filter.set(pick("in", "nin", "or") + suffix, many(() -> of("osCreatedBy")));
      case 1 -> filter.set(pick("eq", "neq", "gte", "lt") + suffix, of("osCreatedBy"));
      default -> {
        String part = pick("contains", "notContains", "startsWith", "endsWith", "notEndsWith");
        filter.set(part + suffix, NODES.textNode(pick("A", "a", "ä", "Ä", "1")));
      }
    }
    return filter;
  }

  private ObjectNode ofOwner() {
    ObjectNode filter = NODES.objectNode();
    Supplier<JsonNode> owner = () -> of("osCreatedBy");
    switch (random.nextInt(3)) {
      case 0 -> filter.set(pick("eq", "neq"), owner.get());
      case 1 -> filter.set(pick("in", "nin", "or"), many(owner));
      default -> filter.set("exists", NODES.booleanNode(random.nextBoolean()));
    }
    return filter;
  }

  private ObjectNode ofState() {
    ObjectNode filter = NODES.objectNode();
    Supplier<JsonNode> state = () -> NODES.textNode(STATES.get(random.nextInt(STATES.size())));
    switch (random.nextInt(4)) {
      case 0 -> filter.set(pick("eq", "neq", "gt", "lte"), state.get());
      case 1 -> filter.set(pick("in", "nin", "or"), many(state));
      case 2 -> filter.set("startsWithIgnoreCase", NODES.textNode(pick("dr", "ATT", "x")));
      default -> filter.set("exists", NODES.booleanNode(random.nextBoolean()));
    }
    return filter;
  }

  private JsonNode addresses(int depth) {
    ObjectNode filter = objectFilter("street", "", depth, true);
    sometimes(() -> filter.set("zip", numbers(0)));
    if (chance(3)) {
      filter.set("phones", texts(depth));
    }
    return filter;
  }

  private JsonNode note(int depth) {
    return switch (random.nextInt(3)) {
      case 0 -> chance(2) ? texts(depth) : numbers(depth);
      default -> objectFilter("x", "y", depth, false);
    };
  }

  private ObjectNode objectFilter(String one, String other, int depth, boolean single) {
    ObjectNode filter = NODES.objectNode();
    filter.set(one, texts(depth));
    if (!single && chance(2)) {
      filter.set(other, texts(depth));
    }
    if (depth > 0 && chance(4)) {
      filter.set("or", branches(() -> objectFilter(one, other, depth - 1, single)));
    }
    if (depth > 0 && chance(6)) {
      filter.set("not", objectFilter(one, other, depth - 1, single));
    }
    if (chance(10)) {
      filter.set("exists", NODES.booleanNode(random.nextBoolean()));
    }
    return filter;
  }

  private JsonNode branches(Supplier<JsonNode> branch) {
    return NODES.arrayNode().add(branch.get()).add(branch.get());
  }

  private ObjectNode texts(int depth) {
    ObjectNode filter = NODES.objectNode();
    for (int i = random.nextInt(2); i >= 0; i--) {
      String suffix = chance(3) ? "IgnoreCase" : "";
      switch (random.nextInt(depth > 0 ? 7 : 5)) {
        case 0 -> filter.set("exists", NODES.booleanNode(random.nextBoolean()));
        case 1 -> filter.set(pick("in", "nin", "or") + suffix, many(this::text));
        case 2 -> filter.set("between" + suffix, two(this::text));
        case 3, 4 -> filter.set(TEXT_OPERATORS.get(random.nextInt(12)) + suffix, part());
        case 5 -> filter.set("or", branches(() -> texts(depth - 1)));
        default -> filter.set("not", texts(depth - 1));
      }
    }
    return filter;
  }

  private ObjectNode numbers(int depth) {
    ObjectNode filter = NODES.objectNode();
    for (int i = random.nextInt(2); i >= 0; i--) {
      switch (random.nextInt(depth > 0 ? 6 : 4)) {
        case 0 -> filter.set(pick("eq", "neq"), chance(2) ? number() : scalarOrNull());
        case 1 -> filter.set(pick("in", "nin", "or"), many(this::scalarOrNull));
        case 2 -> filter.set("between", two(this::number));
        case 3 -> filter.set(pick("gt", "gte", "lt", "lte"), number());
        case 4 -> filter.set("or", branches(() -> numbers(depth - 1)));
        default -> filter.set("not", numbers(depth - 1));
      }
    }
    return filter;
  }

  private ObjectNode truths() {
    ObjectNode filter = NODES.objectNode();
    filter.set(pick("eq", "neq", "exists"), NODES.booleanNode(random.nextBoolean()));
    return filter;
  }

  /** The smaller filters that lack one thing of this one. */
  static List<JsonNode> smaller(JsonNode filter) {
    List<JsonNode> smaller = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : filter.properties()) {
      if (filter.size() > 1) {
        smaller.add(((ObjectNode) filter).deepCopy().without(member.getKey()));
      }
      for (JsonNode less : smaller(member.getValue())) {
        smaller.add(((ObjectNode) filter).deepCopy().set(member.getKey(), less));
      }
    }
    for (int i = 0; filter.isArray() && filter.size() > 1 && i < filter.size(); i++) {
      ArrayNode less = filter.deepCopy();
      less.remove(i);
      smaller.add(less);
    }
    return smaller;
  }

  /** A filter that still fails, none of whose smaller ones does. */
  static JsonNode smallest(JsonNode failing, Predicate<JsonNode> fails) {
    for (JsonNode less : smaller(failing)) {
      if (fails.test(less)) {
        return smallest(less, fails);
      }
    }
    return failing;
  }

  private JsonNode scalar() {
    return switch (random.nextInt(3)) {
      case 0 -> text();
      case 1 -> number();
      default -> NODES.booleanNode(random.nextBoolean());
    };
  }

  private JsonNode scalarOrNull() {
    return chance(6) ? NODES.nullNode() : scalar();
  }

  private JsonNode text() {
    return NODES.textNode(pieces(random.nextInt(5)));
  }

  private JsonNode part() {
    return NODES.textNode(pieces(1 + random.nextInt(2)));
  }

  private String pieces(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  private JsonNode number() {
    return NODES.numberNode(new BigDecimal(NUMBERS.get(random.nextInt(NUMBERS.size()))));
  }

  private ArrayNode array(Supplier<JsonNode> item) {
    ArrayNode array = NODES.arrayNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      array.add(item.get());
    }
    return array;
  }

  private ArrayNode many(Supplier<JsonNode> item) {
    return array(item).add(item.get());
  }

  private ArrayNode two(Supplier<JsonNode> item) {
    return NODES.arrayNode().add(item.get()).add(item.get());
  }

  private ObjectNode object(
      String one, Supplier<JsonNode> value, String other, Supplier<JsonNode> otherValue) {
    ObjectNode object = NODES.objectNode();
    sometimes(() -> object.set(one, value.get()));
    sometimes(() -> object.set(other, otherValue.get()));
    return object;
  }

  private String pick(String... names) {
    return names[random.nextInt(names.length)];
  }

  private void sometimes(Runnable work) {
    if (!chance(4)) {
      work.run();
    }
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }
}
