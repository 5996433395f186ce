package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.attestry.runtime.json.Json;

/** Templates, data, contexts and credentials of which a part is wrong, twisted or too much. */
final class HostileJson {

  static final String TEMPLATE =
      """
      {
        "@context": ["https://www.w3.org/2018/credentials/v1", {"name": "https://x.example/#n"}],
        "type": ["VerifiableCredential"],
        "issuanceDate": "2026-01-02T03:04:05Z",
        "credentialSubject": {"id": "did:example:ada", "name": "{{name}}"}
      }
      """;

  private static final List<String> NAMES =
      List.of(
          "@context",
          "@id",
          "@type",
          "@value",
          "@list",
          "@set",
          "@language",
          "@graph",
          "@reverse",
          "@container",
          "@index",
          "@vocab",
          "@base",
          "@version",
          "@protected",
          "@import",
          "@nest",
          "@propagate",
          "@json",
          "@none",
          "@direction",
          "@included",
          "@foo",
          "id",
          "type",
          "name",
          "a",
          "b",
          "a:b",
          "issuer",
          "proof",
          "credentialSubject",
          "credentialStatus",
          "issuanceDate",
          "expirationDate",
          "validFrom",
          "https://x.example/a",
          "_:b",
          "",
          "a/b",
          "a b",
          "é",
          "\uD83D\uDE00",
          "{{name}}",
          "jws",
          "created",
          "verificationMethod");

  private static final List<String> TEXTS =
      List.of(
          "",
          "x",
          "_:a",
          "_:b",
          "@id",
          "@type",
          "@json",
          "@vocab",
          "@index",
          "@language",
          "@foo",
          "@none",
          "did:example:x",
          "https://www.w3.org/2018/credentials/v1",
          "https://www.w3.org/ns/credentials/v2",
          "https://w3id.org/security/v2",
          "https://w3id.org/security/v1",
          "https://nowhere.example/",
          "a:b",
          "b:a",
          "a",
          "b",
          "VerifiableCredential",
          "RsaSignature2018",
          "assertionMethod",
          "en",
          "en-a-b-c-d-e-f",
          "2026-01-02T03:04:05Z",
          "99999-12-31T23:59:59Z",
          "-0001-01-01T00:00:00Z",
          "2026-13-41T25:61:61+99:99",
          "9999-12-31T23:59:59.999999999-18:00",
          "e30..AA",
          "!!..!!",
          "\t",
          "\u007f",
          "\uE0000\uE001",
          "a\nb",
          "{{name}}",
          "{{#each a}}{{this}}{{/each}}",
          "{{#each @root}}{{@key}}{{#each ..}}{{.}}{{/each}}{{/each}}",
          "{{",
          "}}",
          "{{{a}}}",
          "{{#if a}}x{{else if b}}y{{else}}z{{/if}}",
          "{{../../../a}}",
          "{{a.b.c.[d e].0}}",
          "{{!-- --}}",
          "{{~a~}}",
          "{{#unless a}}{{/if}}",
          "{{> partial}}",
          "{{@index}}");

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0.0",
          "1e308",
          "-1e308",
          "1e-308",
          "5e-324",
          "9007199254740993",
          "0.1",
          "1.50",
          "123456789012345678901234567890",
          "1e21",
          "-12.25");

  private final Random random;

  HostileJson(Random random) {
    this.random = random;
  }

  /** A template with up to three parts exchanged; sometimes as the text of one. */
  String template() {
    ObjectNode template = changed((ObjectNode) Json.read(TEMPLATE));
    if (random.nextInt(6) > 0) {
      return template.toString();
    }
    String text = template.toString();
    int cut = random.nextInt(text.length());
    return JsonNodeFactory.instance
        .textNode(text.substring(0, cut) + one(TEXTS) + text.substring(cut))
        .toString();
  }

  /** A copy with up to three parts exchanged. */
  ObjectNode changed(ObjectNode from) {
    ObjectNode copy = from.deepCopy();
    for (int i = 0; i <= random.nextInt(3); i++) {
      List<ObjectNode> objects = new ArrayList<>();
      collect(copy, objects);
      ObjectNode target = objects.get(random.nextInt(objects.size()));
      switch (random.nextInt(5)) {
        case 0 -> target.set(one(NAMES), value(3));
        case 1 -> target.set(one(NAMES), many());
        case 2 -> withContext(copy, context(3));
        default -> exchange(target);
      }
    }
    return copy;
  }

  private void exchange(ObjectNode target) {
    List<String> names = new ArrayList<>();
    target.fieldNames().forEachRemaining(names::add);
    if (!names.isEmpty()) {
      target.set(one(names), value(3));
    }
  }

  private static void withContext(ObjectNode document, JsonNode context) {
    if (document.get("@context") instanceof ArrayNode contexts) {
      contexts.add(context);
    }
  }

  /** Any JSON of at most that many levels. */
  JsonNode value(int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 5)) {
      case 0 -> JsonNodeFactory.instance.numberNode(new BigDecimal(one(NUMBERS)));
      case 1 -> JsonNodeFactory.instance.booleanNode(random.nextBoolean());
      case 2, 3 -> JsonNodeFactory.instance.textNode(one(TEXTS));
      case 4 ->
          random.nextInt(4) == 0
              ? JsonNodeFactory.instance.nullNode()
              : JsonNodeFactory.instance.textNode("did:example:" + random.nextInt(9));
      case 5, 6 -> array(depth);
      default -> object(depth);
    };
  }

  private ArrayNode array(int depth) {
    ArrayNode array = Json.array();
    for (int i = 0; i < random.nextInt(4); i++) {
      array.add(value(depth - 1));
    }
    return array;
  }

  private ObjectNode object(int depth) {
    ObjectNode object = Json.object();
    for (int i = 0; i < random.nextInt(5); i++) {
      object.set(one(NAMES), value(depth - 1));
    }
    return object;
  }

  /** Definitions that refer to each other, some with contexts of their own. */
  private ObjectNode context(int depth) {
    ObjectNode context = Json.object();
    for (int i = 0; i < 1 + random.nextInt(8); i++) {
      if (random.nextInt(3) == 0) {
        context.put(one(NAMES), one(TEXTS));
        continue;
      }
      ObjectNode definition = context.putObject(one(NAMES));
      definition.put("@id", random.nextBoolean() ? "https://x.example/" + i : one(TEXTS));
      if (random.nextInt(3) == 0) {
        definition.put("@container", one(TEXTS));
      }
      if (depth > 0 && random.nextInt(3) == 0) {
        definition.set("@context", random.nextBoolean() ? context(depth - 1) : addresses());
      }
    }
    return context;
  }

  private ArrayNode addresses() {
    ArrayNode addresses = Json.array();
    for (int i = 0; i < random.nextInt(200); i++) {
      addresses.add(random.nextBoolean() ? TEXTS.get(15) : TEXTS.get(16));
    }
    return addresses;
  }

  /** Much of one thing: nodes without ids that refer to each other, values, or levels. */
  private JsonNode many() {
    int count = 1 + random.nextInt(random.nextInt(8) == 0 ? 2_000 : 40);
    ArrayNode nodes = Json.array();
    for (int i = 0; i < count; i++) {
      ObjectNode node = nodes.addObject().put("id", "_:n" + i);
      switch (random.nextInt(3)) {
        case 0 -> node.putObject("name").put("id", "_:n" + (i + 1) % count);
        case 1 -> node.set("name", value(1));
        default -> node.put("type", one(TEXTS));
      }
    }
    return nodes;
  }

  private static void collect(JsonNode node, List<ObjectNode> objects) {
    if (node instanceof ObjectNode object) {
      objects.add(object);
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      collect(member.getValue(), objects);
    }
    if (node.isArray()) {
      node.forEach(item -> collect(item, objects));
    }
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
