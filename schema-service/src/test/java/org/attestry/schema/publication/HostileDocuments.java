package org.attestry.schema.publication;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Schema documents that nobody writes by mistake, and random ones that are nearly right. */
public final class HostileDocuments {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final List<String> KEYWORDS =
      List.of(
          "$id",
          "$ref",
          "$schema",
          "additionalItems",
          "additionalProperties",
          "allOf",
          "anyOf",
          "const",
          "contains",
          "default",
          "definitions",
          "dependencies",
          "else",
          "enum",
          "examples",
          "exclusiveMaximum",
          "format",
          "if",
          "items",
          "maxItems",
          "maxLength",
          "maxProperties",
          "maximum",
          "minItems",
          "minLength",
          "minimum",
          "multipleOf",
          "not",
          "oneOf",
          "pattern",
          "patternProperties",
          "properties",
          "propertyNames",
          "required",
          "then",
          "title",
          "type",
          "uniqueItems",
          "_osConfig",
          "osConfig",
          "roles",
          "Properties",
          "requierd",
          "maxlength",
          "anyof");

  /** Those of draft-07. */
  private static final List<String> SOUND = KEYWORDS.subList(0, KEYWORDS.indexOf("_osConfig"));

  private static final List<String> CONFIG =
      List.of(
          "attestationPolicies",
          "certificateTemplates",
          "credentialTemplate",
          "deleteRoles",
          "enableLogin",
          "enableSearch",
          "indexFields",
          "internalFields",
          "inviteRoles",
          "ownershipAttributes",
          "privateFields",
          "roles",
          "readRoles",
          "createRoles",
          "signedFields",
          "systemFields",
          "uniqueIndexFields",
          "osComment",
          "rolse",
          "privatefields",
          "conditions",
          "name",
          "type",
          "attestorPlugin",
          "additionalInput",
          "attestationProperties",
          "userId",
          "email");

  private static final List<String> NAMES =
      List.of("a", "b", "A", "T", "T0", "T1", "T2", "", "a/b", "a~b", "$ref", "%", "é", "x y", "0");

  private static final List<String> REFERENCES =
      List.of(
          "#",
          "#/",
          "#/definitions/T",
          "#/definitions/T0",
          "#/definitions/T1",
          "#/definitions/T2",
          "#/definitions/T/properties/a",
          "#/properties/T",
          "#/allOf/0",
          "Lib.json#/definitions/T",
          "Lib#",
          "Doc.json#/definitions/T1",
          "http://localhost/x#",
          "#/%",
          "#/~2",
          "#/definitions/T/allOf/99999999999999999999",
          "");

  private static final List<BigDecimal> NUMBERS =
      List.of(
          new BigDecimal("0"),
          new BigDecimal("-1"),
          new BigDecimal("1"),
          new BigDecimal("0.1"),
          new BigDecimal("1e300"),
          new BigDecimal("-1e300"),
          new BigDecimal("1e-300"),
          new BigDecimal("9223372036854775808"),
          new BigDecimal("4294967297"));

  private static final String PATTERN_PARTS = "()[]{}*+?|\\^$.-,0159aibkpPQExuU:<>=!LNcd^é\u1c81";
  private static final String CONDITION_PARTS =
      "ATTESTOR#$.a# REQUESTER#$.b[*]# .contains( ) ( && || ! == != < > 'x' 1 true and or -1 . #"
          + " ''";

  private static final List<String> PATTERNS = List.of("^a", "b$", "^[a-z]{2,9}$", "(?i)a|b", "");

  private final Random random;

  /** How many of a hundred values are not what belongs there; another number for each document. */
  private int odd;

  public HostileDocuments(long seed) {
    this.random = new Random(seed);
  }

  /** A chain of definitions of which each is only a reference to the next. */
  public static String chain(int length) {
    String definitions =
        IntStream.range(0, length)
            .mapToObj(i -> "\"D%d\": {\"$ref\": \"#/definitions/D%d\"}".formatted(i, i + 1))
            .collect(Collectors.joining(","));
    return """
    {"properties": {"T": {"$ref": "#/definitions/T"}}, "definitions": {%s,
     "D%d": {"type": "object"}, "T": {"type": "object", "properties": {"a": {"$ref":
     "#/definitions/D0"}}}}}
    """
        .formatted(definitions, length);
  }

  /** Definitions of which each holds the next one twice, through the keyword. */
  public static String doubled(String keyword, int levels) {
    String definitions =
        IntStream.range(0, levels)
            .mapToObj(
                i ->
                    "\"D%1$d\": {\"%3$s\": [{\"$ref\": \"#/definitions/D%2$d\"}, {\"$ref\": \"#/definitions/D%2$d\"}]}"
                        .formatted(i, i + 1, keyword))
            .collect(Collectors.joining(","));
    return """
    {"properties": {"T": {"$ref": "#/definitions/T"}}, "definitions": {%s,
     "D%d": {"type": "object"}, "T": {"type": "object", "properties": {"a": {"$ref":
     "#/definitions/D0"}}}}}
    """
        .formatted(definitions, levels);
  }

  /** The same through properties: there is a type for each level of the values. */
  public static String doubledBelow(int levels) {
    String definitions =
        IntStream.range(0, levels)
            .mapToObj(
                i ->
                    "\"D%1$d\": {\"properties\": {\"l\": {\"$ref\": \"#/definitions/D%2$d\"}, \"r\": {\"$ref\": \"#/definitions/D%2$d\"}}}"
                        .formatted(i, i + 1))
            .collect(Collectors.joining(","));
    return typed(
        "{\"properties\": {\"a\": {\"$ref\": \"#/definitions/D0\"}}}", definitions, levels);
  }

  private static String typed(String definition, String definitions, int last) {
    return """
    {"properties": {"T": {"$ref": "#/definitions/T"}}, "definitions": {%s,
     "D%d": {"type": "object"}, "T": %s}}
    """
        .formatted(definitions, last, definition);
  }

  /** A hundred types that all hold the same thousand definitions. */
  public static String sharedByManyTypes() {
    String types =
        IntStream.range(0, 100)
            .mapToObj(i -> "\"T%1$d\": {\"$ref\": \"#/definitions/T%1$d\"}".formatted(i))
            .collect(Collectors.joining(","));
    String definitions =
        IntStream.range(0, 100)
            .mapToObj(
                i ->
                    "\"T%d\": {\"properties\": {\"all\": {\"$ref\": \"#/definitions/All\"}}}"
                        .formatted(i))
            .collect(Collectors.joining(","));
    String properties =
        IntStream.range(0, 2_000)
            .mapToObj(i -> "\"property%d\": {\"type\": \"string\", \"maxLength\": 9}".formatted(i))
            .collect(Collectors.joining(","));
    return "{\"properties\": {%s}, \"definitions\": {%s, \"All\": {\"properties\": {%s}}}}"
        .formatted(types, definitions, properties);
  }

  /** A type whose definitions reference one another on too many paths to follow all. */
  public static String manyPlaces(String privateFields) {
    String definitions =
        IntStream.range(0, 9)
            .mapToObj(
                i ->
                    "\"D%d\": {\"properties\": {%s}}"
                        .formatted(
                            i,
                            IntStream.range(0, 9)
                                .mapToObj(
                                    j ->
                                        "\"p%d\": {\"$ref\": \"#/definitions/D%d\"}"
                                            .formatted(j, j))
                                .collect(Collectors.joining(","))))
            .collect(Collectors.joining(","));
    return """
    {"properties": {"T": {"$ref": "#/definitions/T"}}, "definitions": {%s,
     "T": {"type": "object", "properties": {"a": {"$ref": "#/definitions/D0"}},
           "_osConfig": {"privateFields": %s}}}}
    """
        .formatted(definitions, privateFields);
  }

  /** Large documents, each at its worst for one of the checks. */
  public static List<String> large() {
    return List.of(
        chain(9_000),
        doubled("allOf", 24),
        doubled("oneOf", 3_000),
        doubledBelow(24),
        doubledBelow(3_000),
        sharedByManyTypes(),
        manyPlaces("[]"),
        manyPlaces(list(900, "\"hidde%d\"")),
        object(list(5_000, "{\"properties\": {\"a%d\": {}}}"), "anyOf"),
        object(list(9_000, "\"collidingAaBBAaBB%d\""), "enum"),
        object(list(9_000, "\"name%d\""), "required"),
        object(members(9_000, "\"reqired%d\": {\"tpye\": \"string\"}"), "properties"),
        object(members(9_000, "\"^(a|b){%d}$\": {}"), "patternProperties"),
        object(members(900, "\"(?i)[\\\\pL\\\\pN]%d\": {}"), "patternProperties"),
        object(members(9_000, "\"k%d\": {\"$ref\": \"#/definitions/k%1$d\"}"), "properties"),
        object(members(9_000, "\"k%d\": 5"), "properties"),
        object(members(30_000, "\"k%d\": 5"), "definitions"),
        object("{" + "\"not\": {".repeat(55) + "}".repeat(55) + "}", "items"),
        members(30_000, "\"propertis%d\": {}"),
        config("\"roles\": " + list(4_900, "%d")),
        config("\"privateFields\": " + list(4_900, "\"naem%d\"")),
        config("\"indexFields\": [\"(" + "a,".repeat(5_000) + "a)\"]"),
        config("\"privateFields\": [\"" + "a.".repeat(400_000) + "a\"]"),
        config("\"attestationPolicies\": " + list(64, policy())),
        config("\"attestationPolicies\": " + list(4_000, "{\"name\": \"p%d\"}")),
        config(
            "\"attestationPolicies\": [{\"name\": \"p\", \"additionalInput\": "
                + members(30_000, "\"k%d\": {\"type\": \"string\"}")
                + "}]"),
        config("\"unknown\": " + "[".repeat(50) + "]".repeat(50)));
  }

  private static String policy() {
    return "{\"name\": \"p%d\", \"attestorPlugin\": \"did:internal:ClaimPluginActor?entity=X\","
        + " \"conditions\": \""
        + "(REQUESTER#$.a# == 1) && ".repeat(350)
        + "true\"}";
  }

  private static String list(int length, String item) {
    return IntStream.range(0, length)
        .mapToObj(i -> item.formatted(i))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String members(int count, String member) {
    return IntStream.range(0, count)
        .mapToObj(i -> member.formatted(i))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String object(String value, String keyword) {
    return "{\"properties\": {\"T\": {\"$ref\": \"#/definitions/T\"}}, \"definitions\": {\"T\": {\"properties\": {\"a\": {\"type\": \"string\"}}, \"%s\": %s}}}"
        .formatted(keyword, value);
  }

  private static String config(String members) {
    return SampleDocuments.typed(
        "T", members(2_000, "\"name%d\": {\"type\": \"string\"}"), "{" + members + "}");
  }

  /** A small random document of types whose schemas lead to one another. */
  public String next() {
    odd = random.nextInt(3) == 0 ? random.nextInt(8) : 0;
    ObjectNode root = NODES.objectNode();
    ObjectNode properties = root.putObject("properties");
    ObjectNode definitions = root.putObject("definitions");
    for (String type : List.of("T", "T0", "T1", "T2")) {
      if (random.nextInt(3) > 0) {
        properties.putObject(type).put("$ref", "#/definitions/" + type);
      }
      definitions.set(type, isOdd() ? value(2) : entity());
    }
    if (random.nextInt(4) == 0) {
      root.set("_osConfig", config(3));
    }
    if (isOdd()) {
      root.set(pick(KEYWORDS), value(3));
    }
    return root.toString();
  }

  private boolean isOdd() {
    return random.nextInt(100) < odd;
  }

  private JsonNode entity() {
    ObjectNode entity = NODES.objectNode().put("type", "object");
    entity.set("properties", byName(4));
    if (random.nextBoolean()) {
      String keyword = pick(SOUND);
      entity.set(keyword, fitting(keyword, 3));
    }
    if (random.nextBoolean()) {
      entity.set("_osConfig", config(3));
    }
    return entity;
  }

  private JsonNode schema(int depth) {
    if (isOdd()) {
      return value(1);
    }
    ObjectNode schema = NODES.objectNode();
    int keywords = random.nextInt(4);
    for (int i = 0; i <= keywords; i++) {
      String keyword = isOdd() ? pick(KEYWORDS) : pick(SOUND);
      schema.set(keyword, isOdd() ? value(2) : fitting(keyword, depth - 1));
    }
    return schema;
  }

  private JsonNode fitting(String keyword, int depth) {
    return switch (keyword) {
      case "$ref" -> NODES.textNode(pick(isOdd() ? REFERENCES : REFERENCES.subList(2, 7)));
      case "allOf", "anyOf", "oneOf", "items" -> schemas(depth);
      case "properties", "patternProperties", "definitions", "dependencies" -> byName(depth);
      case "pattern" -> NODES.textNode(isOdd() ? text(PATTERN_PARTS, 12) : pick(PATTERNS));
      case "type" -> NODES.textNode(pick(List.of("object", "string", "array", "null", "number")));
      case "enum", "examples" -> values(2).add(pick(NAMES));
      case "required" -> NODES.arrayNode().add(pick(NAMES));
      case "title", "$id", "$schema", "format" -> NODES.textNode(text(PATTERN_PARTS, 40));
      case "uniqueItems" -> NODES.booleanNode(random.nextBoolean());
      case "_osConfig", "osConfig" -> config(3);
      default ->
          keyword.startsWith("m") || keyword.startsWith("exclusive")
              ? NODES.numberNode(
                  isOdd() ? pick(NUMBERS) : BigDecimal.valueOf(random.nextInt(9) + 1))
              : depth > 0 ? schema(depth) : NODES.booleanNode(random.nextBoolean());
    };
  }

  private ArrayNode schemas(int depth) {
    ArrayNode list = NODES.arrayNode();
    for (int i = random.nextInt(3); i >= 0; i--) {
      list.add(depth > 0 ? schema(depth) : NODES.booleanNode(true));
    }
    return list;
  }

  private ObjectNode byName(int depth) {
    ObjectNode named = NODES.objectNode();
    for (int i = random.nextInt(4); i > 0 && depth > 0; i--) {
      String name = isOdd() ? text(PATTERN_PARTS, 8) : pick(NAMES);
      named.set(name, schema(depth));
    }
    return named;
  }

  private ObjectNode config(int depth) {
    ObjectNode config = NODES.objectNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      String member = pick(isOdd() ? CONFIG : CONFIG.subList(0, 16));
      config.set(member, isOdd() ? value(2) : configured(member, depth - 1));
    }
    return config;
  }

  private ObjectNode part(String member, int depth) {
    List<String> members =
        member.startsWith("owner")
            ? List.of("userId", "email")
            : List.of("name", "attestorPlugin", "conditions", "additionalInput", "type");
    ObjectNode part = NODES.objectNode();
    members.forEach(name -> part.set(name, isOdd() ? value(2) : configured(name, depth - 1)));
    return part;
  }

  private JsonNode configured(String member, int depth) {
    return switch (member) {
      case "attestationPolicies", "ownershipAttributes" ->
          depth > 0 ? NODES.arrayNode().add(part(member, depth)) : NODES.arrayNode();
      case "conditions" -> NODES.textNode(isOdd() ? condition() : "REQUESTER#$.a# == 1");
      case "name" -> NODES.textNode(isOdd() ? pick(NAMES) : "p" + random.nextInt(999));
      case "type" -> NODES.textNode(pick(List.of("MANUAL", "AUTOMATED")));
      case "attestorPlugin" ->
          NODES.textNode(
              "did:internal:ClaimPluginActor?entity=" + pick(isOdd() ? NAMES : List.of("T", "T0")));
      case "additionalInput" -> schema(depth + 1);
      case "attestationProperties" -> NODES.objectNode().put(pick(NAMES), path());
      case "userId", "email" -> NODES.textNode(path());
      case "enableLogin", "enableSearch" -> NODES.booleanNode(random.nextBoolean());
      case "credentialTemplate", "certificateTemplates" -> NODES.objectNode().put("a", path());
      default -> NODES.arrayNode().add(path()).add(pick(isOdd() ? NAMES : List.of("b", "A")));
    };
  }

  private String path() {
    return isOdd() ? text("$.a[*]'\"/\\(),b ", 10) : pick(List.of("a", "$.b", "b.a", "$.a[*].b"));
  }

  private String condition() {
    List<String> parts = List.of(CONDITION_PARTS.split(" "));
    return IntStream.range(0, random.nextInt(9))
        .mapToObj(i -> pick(parts))
        .collect(Collectors.joining(random.nextBoolean() ? "" : " "));
  }

  private ArrayNode values(int depth) {
    ArrayNode list = NODES.arrayNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(value(depth));
    }
    return list;
  }

  private JsonNode value(int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 ->
          NODES.numberNode(isOdd() ? pick(NUMBERS) : BigDecimal.valueOf(random.nextInt(9) + 1));
      case 3 -> NODES.textNode(pick(NAMES));
      case 4 -> NODES.textNode(text(PATTERN_PARTS, 30));
      case 5 -> values(depth - 1);
      default -> NODES.objectNode().set(pick(KEYWORDS), value(depth - 1));
    };
  }

  private String text(String alphabet, int longest) {
    return random
        .ints(random.nextInt(longest + 1), 0, alphabet.length())
        .mapToObj(i -> alphabet.substring(i, i + 1))
        .collect(Collectors.joining());
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
