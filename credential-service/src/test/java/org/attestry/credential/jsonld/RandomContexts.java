package org.attestry.credential.jsonld;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.attestry.runtime.json.Json;

/**
 * Credentials and contexts that are made for each other: every feature that contexts may use, some
 * that they may not, and values that fit the terms or do not.
 */
final class RandomContexts {

  private static final String V1 = "https://www.w3.org/2018/credentials/v1";
  private static final String V2 = "https://www.w3.org/ns/credentials/v2";
  private static final String UPLOADED = "https://contexts.example/";
  private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
  private static final List<String> TERMS =
      List.of("p", "q", "r", "s", "t", "knows", "label", "steps", "data", "ex:u", "v w");
  private static final List<String> TYPES = List.of("Person", "Team", "Mark");
  private static final List<String> IRIS =
      List.of(
          "https://x.example/#", "https://x.example/y/", "urn:y:", "ex:", "ex2:", "did:example:");
  private static final List<String> ALIASES =
      List.of("@id", "@type", "@value", "@language", "@list", "@set", "@direction");
  private static final List<String> COERCIONS =
      List.of(
          "@id",
          "@vocab",
          "@json",
          XSD + "integer",
          XSD + "double",
          XSD + "float",
          XSD + "date",
          XSD + "boolean",
          "urn:type",
          "ex:type");
  private static final List<String> CONTAINERS =
      List.of(
          "\"@set\"",
          "\"@list\"",
          "\"@language\"",
          "[\"@set\"]",
          "[\"@list\"]",
          "[\"@language\", \"@set\"]");
  private static final List<String> TAGS = List.of("en", "de-CH", "pt-BR", "zh-Hant", "x-Y");
  private static final List<String> SETTINGS =
      List.of(
          "{\"@version\": 1.1}",
          "{\"@vocab\": \"https://vocab.example/#\"}",
          "{\"@vocab\": \"urn:vocab:\"}",
          "{\"@language\": \"de-CH\"}",
          "{\"@language\": null}",
          "{\"@protected\": true}",
          "{}",
          "{}",
          "{}");
  private static final List<String> HOSTILE =
      List.of(
          "{\"@base\": \"https://base.example/\"}",
          "{\"p\": null}",
          "{\"Person\": null}",
          "{\"@import\": \"https://www.w3.org/2018/credentials/v1\"}",
          "{\"@propagate\": false}",
          "{\"@vocab\": null}",
          "{\"@vocab\": \"\"}",
          "{\"p\": {\"@id\": \"urn:p\", \"@container\": \"@index\"}}",
          "{\"p\": {\"@id\": \"urn:p\", \"@container\": \"@index\", \"@index\": \"q\"}}",
          "{\"p\": {\"@id\": \"urn:p\", \"@container\": \"@id\"}}",
          "{\"p\": {\"@id\": \"urn:p\", \"@container\": \"@type\"}}",
          "{\"p\": {\"@id\": \"urn:p\", \"@container\": \"@graph\"}}",
          "{\"p\": {\"@reverse\": \"urn:p\"}}",
          "{\"p\": {\"@id\": \"urn:p\", \"@type\": \"@none\"}}",
          "{\"p\": {\"@id\": \"urn:p\", \"@nest\": \"@nest\"}}",
          "{\"p\": \"@nest\"}",
          "{\"p\": \"@index\"}",
          "{\"p\": \"q\", \"q\": \"p\"}",
          "{\"p\": \"relative\"}",
          "{\"p\": \"@foo\"}",
          "{\"@foo\": \"urn:p\"}",
          "{\"p\": {\"@id\": \"urn:p\", \"@context\": null}}",
          "{\"urn\": \"https://evil.example/\"}",
          "{\"https\": \"urn:https:\"}",
          "{\"issuer\": \"urn:issuer\"}",
          "{\"type\": \"urn:type\"}",
          "{\"_\": \"urn:blank:\"}",
          "{\"@direction\": \"rtl\"}",
          "{\"@direction\": null}",
          "{\"p\": {\"@id\": \"urn:p\", \"@type\": \"ex:t\", \"@language\": \"en\"}}",
          "{\"@version\": 1.0}");
  private static final List<String> VALUES =
      List.of(
          "\"\"",
          "\"x\"",
          "\"p\"",
          "\"@id\"",
          "\"@none\"",
          "\"@foo\"",
          "\"ex:y\"",
          "\"ann lee\"",
          "\"ann\"",
          "\"Person\"",
          "\"urn:z\"",
          "\"https://z.example/?a=b#c\"",
          "\"a\\nb \\\"c\\\" \\\\ ü 😀\"",
          "\"2026-01-02\"",
          "\"1.50\"",
          "true",
          "false",
          "0",
          "-7",
          "1.50",
          "1e2",
          "12345678901",
          "0.1",
          "{}",
          "[]",
          "null",
          "[[\"a\"], [\"b\", 1]]",
          "{\"@value\": \"x\"}",
          "{\"@value\": \"x\", \"@language\": \"EN\"}",
          "{\"@value\": \"x\", \"@language\": \"ar-EG\", \"@direction\": \"rtl\"}",
          "{\"@value\": \"x\", \"@direction\": \"ltr\"}",
          "{\"@value\": 5, \"@type\": \"urn:type\"}",
          "{\"@value\": true, \"@type\": \"ex:type\"}",
          "{\"@value\": {\"a\": [1, null]}, \"@type\": \"@json\"}",
          "{\"@list\": [\"a\", \"a\", 1]}",
          "{\"@list\": []}",
          "{\"@set\": [\"a\", 2]}",
          "{\"@id\": \"urn:z\"}",
          "{\"@type\": \"urn:type\"}",
          "{\"en\": \"x\", \"de-AT\": [\"y\", \"z\"]}",
          "{\"@none\": \"x\"}",
          "[\"x\", \"x\"]",
          "[\"x\", 1, true]");

  /**
   * @param contexts those of its contexts that stand at addresses
   * @param plain whether no context uses what is refused
   */
  record Case(ObjectNode document, Map<String, JsonNode> contexts, boolean plain) {}

  private final Random random;
  private boolean hostile;

  RandomContexts(Random random) {
    this.random = random;
  }

  Case next() {
    hostile = random.nextInt(6) == 0;
    boolean plain = !hostile;
    Map<String, JsonNode> uploaded = new HashMap<>();
    boolean newer = random.nextInt(4) == 0;
    ArrayNode contexts = Json.array().add(newer ? V2 : V1);
    Map<String, JsonNode> known = new HashMap<>();
    for (int number = 0, most = 1 + random.nextInt(3); number < most; number++) {
      ObjectNode context = context(random.nextInt(5) == 0 ? 2 : 1, known);
      if (random.nextInt(5) == 0) {
        String address = UPLOADED + number;
        ObjectNode document = Json.object();
        document.set("@context", context);
        uploaded.put(address, document);
        contexts.add(address);
      } else {
        contexts.add(context);
      }
    }
    return new Case(credential(contexts, newer, known), uploaded, plain);
  }

  private ObjectNode credential(ArrayNode contexts, boolean newer, Map<String, JsonNode> known) {
    ObjectNode credential = Json.object();
    credential.set("@context", contexts);
    credential.putArray("type").add("VerifiableCredential");
    credential.put("issuer", "did:web:issuer.example");
    credential.put(newer ? "validFrom" : "issuanceDate", "2026-01-02T03:04:05Z");
    if (random.nextBoolean()) {
      credential.put("id", "urn:uuid:1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed");
    }
    credential.set("credentialSubject", node(known, 3));
    if (random.nextInt(8) == 0) {
      credential.set(one(TERMS), value(known, one(TERMS), 1));
    }
    return credential;
  }

  /**
   * @param known gets the definitions, by term
   */
  private ObjectNode context(int depth, Map<String, JsonNode> known) {
    ObjectNode context = Json.object();
    context.put("ex", "https://ex.example/#").put("ex2", "https://ex.example/2/");
    for (int i = random.nextInt(3); i > 0; i--) {
      context.setAll((ObjectNode) Json.read(one(SETTINGS)));
    }
    for (String type : TYPES) {
      if (random.nextInt(3) > 0) {
        context.set(type, type(type, depth, known));
      }
    }
    for (String term : TERMS) {
      if (random.nextInt(3) > 0) {
        JsonNode definition = definition(term, depth, known);
        context.set(term, definition);
        known.put(term, definition);
      }
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      String keyword = one(ALIASES);
      String alias = random.nextInt(6) == 0 ? one(TERMS) : alias(keyword);
      context.put(alias, keyword);
      known.put(alias, TextNode.valueOf(keyword));
    }
    if (hostile && random.nextInt(2) == 0) {
      ObjectNode feature = (ObjectNode) Json.read(one(HOSTILE));
      context.setAll(feature);
      feature.properties().forEach(term -> known.put(term.getKey(), term.getValue()));
    }
    return context;
  }

  private JsonNode type(String name, int depth, Map<String, JsonNode> known) {
    String iri = one(IRIS) + name;
    if (depth == 0 || random.nextInt(3) > 0) {
      return TextNode.valueOf(iri);
    }
    ObjectNode definition = Json.object().put("@id", iri);
    definition.set("@context", context(depth - 1, known));
    return definition;
  }

  private JsonNode definition(String term, int depth, Map<String, JsonNode> known) {
    boolean compact = term.contains(":");
    String iri = compact ? term : one(IRIS) + term.replace(' ', '-');
    if (random.nextInt(3) == 0) {
      return TextNode.valueOf(iri);
    }
    ObjectNode definition = Json.object();
    if (!compact || random.nextBoolean()) {
      definition.put("@id", iri);
    }
    switch (random.nextInt(4)) {
      case 0, 1 -> definition.put("@type", one(COERCIONS));
      case 2 -> definition.put("@language", one(TAGS));
      default -> {}
    }
    if (random.nextInt(3) == 0) {
      boolean json = definition.path("@type").asText().equals("@json");
      definition.set("@container", Json.read(json ? "\"@set\"" : one(CONTAINERS)));
    }
    if (random.nextInt(8) == 0 && !definition.has("@type")) {
      definition.put("@direction", one(List.of("ltr", "rtl")));
    }
    if (random.nextInt(8) == 0) {
      boolean prefix = random.nextBoolean();
      definition.put(prefix ? "@prefix" : "@protected", !prefix || random.nextBoolean());
    }
    if (random.nextInt(12) == 0 && !definition.has("@type")) {
      definition.putNull("@language");
    }
    if (depth > 0 && random.nextInt(5) == 0) {
      definition.set("@context", context(depth - 1, known).without(term));
    }
    return definition;
  }

  private ObjectNode node(Map<String, JsonNode> known, int depth) {
    ObjectNode node = Json.object();
    if (random.nextInt(4) == 0) {
      String id = one(List.of("urn:n:1", "urn:n:2", "https://n.example/", "ex:n"));
      node.put("id", depth == 3 ? "urn:subject:" + id.length() : id);
    }
    if (random.nextInt(3) == 0) {
      node.put("type", one(TYPES));
    } else if (random.nextInt(6) == 0) {
      node.putArray("type").add(one(TYPES)).add(one(TYPES));
    }
    List<String> names = new ArrayList<>(known.keySet());
    names.sort(null);
    for (int i = random.nextInt(4); i >= 0 && !names.isEmpty(); i--) {
      String name = one(names);
      node.set(name, value(known, name, depth));
    }
    if (random.nextInt(12) == 0) {
      node.set(one(TERMS), value(known, one(TERMS), depth));
    }
    return node;
  }

  private JsonNode value(Map<String, JsonNode> known, String term, int depth) {
    JsonNode definition = known.getOrDefault(term, Json.object());
    String container = definition.path("@container").toString();
    if (random.nextInt(14) == 0) {
      return arbitrary();
    }
    if (container.contains("@language")) {
      ObjectNode map = Json.object();
      map.put(one(TAGS), "x");
      map.put(one(TAGS), text());
      return map;
    }
    if (container.contains("@list") || container.contains("@set") || random.nextInt(6) == 0) {
      ArrayNode array = Json.array();
      for (int i = random.nextInt(4); i >= 0; i--) {
        array.add(single(known, definition, depth));
      }
      return array;
    }
    return single(known, definition, depth);
  }

  private JsonNode single(Map<String, JsonNode> known, JsonNode definition, int depth) {
    String type = definition.path("@type").asText();
    return switch (type) {
      case "@id" ->
          random.nextBoolean() && depth > 0
              ? node(known, depth - 1)
              : TextNode.valueOf(one(List.of("urn:o:1", "ex:o", "https://o.example/a", "urn:n:1")));
      case "@vocab" -> TextNode.valueOf(one(List.of("p", "Person", "urn:o:2", "ex:o")));
      case "@json" -> arbitrary();
      case XSD + "integer", XSD + "double", XSD + "float" ->
          JsonNodeFactory.instance.numberNode(random.nextInt(100) / 4.0);
      case XSD + "boolean" -> JsonNodeFactory.instance.booleanNode(random.nextBoolean());
      default ->
          depth > 0 && (definition.has("@context") || random.nextInt(4) == 0)
              ? node(known, depth - 1)
              : random.nextInt(10) == 0 ? arbitrary() : TextNode.valueOf(text());
    };
  }

  private String text() {
    return one(List.of("Ada", "x", "Guezi", "a b", "\"q\"", "é\n"));
  }

  private static String alias(String keyword) {
    return "my" + keyword.substring(1);
  }

  /** Any value; an object may have other names for its keywords. */
  JsonNode arbitrary() {
    JsonNode value = Json.read(one(VALUES));
    return random.nextInt(3) == 0 && value instanceof ObjectNode object ? renamed(object) : value;
  }

  private static ObjectNode renamed(ObjectNode object) {
    ObjectNode renamed = Json.object();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String name = member.getKey();
      renamed.set(ALIASES.contains(name) ? alias(name) : name, member.getValue());
    }
    return renamed;
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
