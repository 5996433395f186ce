package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.attestry.runtime.json.Json;

/** Changes that somebody may make to a signed credential outside its {@code @context}. */
final class Mutations {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String CREDENTIALS = "https://www.w3.org/2018/credentials#";
  private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
  private static final List<String> IDENTIFIERS = List.of("id", "@id", "ident");
  private static final List<String> NAMES =
      List.of(
          "@id",
          "@type",
          "@value",
          "@list",
          "@set",
          "@language",
          "@graph",
          "@included",
          "@nest",
          "@reverse",
          "@index",
          "@json",
          "@none",
          "@direction",
          "@foo",
          "@context",
          "id",
          "type",
          "name",
          "friend",
          "admin",
          "",
          "a b",
          "_:b",
          "urn:x-more",
          "ident",
          "kind",
          "val",
          "bis",
          "issuer",
          "issuanceDate",
          "expirationDate",
          "validFrom",
          "validUntil",
          "credentialStatus",
          "credentialSubject",
          "evidence",
          "holder",
          "proof",
          "cred:expirationDate",
          "ex:name",
          "https://example.org/#name");
  private static final List<String> VALUES =
      List.of(
          "null",
          "[]",
          "{}",
          "true",
          "0",
          "1.0",
          "\"\"",
          "\"x\"",
          "\"@foo\"",
          "\"@id\"",
          "\"_:b\"",
          "\"urn:x\"",
          "\"did:example:eve\"",
          "\"did:web:issuer.example\"",
          "\"VerifiableCredential\"",
          "\"Person\"",
          "[[\"a\"]]",
          "{\"@list\": [\"a\"]}",
          "{\"@list\": []}",
          "{\"@set\": [\"a\"]}",
          "{\"@value\": null}",
          "{\"@value\": \"Ada\"}",
          "{\"@id\": \"urn:c\"}",
          "{\"id\": \"did:example:ada\", \"name\": \"Ada\"}",
          "\"2999-01-01T00:00:00Z\"",
          "\"2020-01-01T00:00:00Z\"",
          "9007199254740993",
          "-1499.99",
          "{\"@type\": \"@json\", \"@value\": {\"a\": 1}}",
          "{\"@graph\": [{\"name\": \"x\"}]}",
          "{\"@value\": \"x\", \"@language\": \"en\"}",
          "{\"en\": \"Countess\"}");

  /** The place of a value. */
  private record Place(JsonNode parent, String name, int index, JsonNode value) {
    void set(JsonNode other) {
      if (parent instanceof ObjectNode object) {
        object.set(name, other);
      } else {
        ((ArrayNode) parent).set(index, other);
      }
    }

    void remove() {
      if (parent instanceof ObjectNode object) {
        object.remove(name);
      } else {
        ((ArrayNode) parent).remove(index);
      }
    }
  }

  private final Random random;

  Mutations(Random random) {
    this.random = random;
  }

  /** A copy with one to three changes. */
  ObjectNode of(ObjectNode credential) {
    ObjectNode changed = credential.deepCopy();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      change(changed);
    }
    return changed;
  }

  private void change(ObjectNode root) {
    List<Place> places = new ArrayList<>();
    collect(root, places);
    if (places.isEmpty()) {
      return;
    }
    Place place = places.get(random.nextInt(places.size()));
    Place other = places.get(random.nextInt(places.size()));
    switch (random.nextInt(13)) {
      case 0 -> place.set(pooled());
      case 1 -> place.remove();
      case 2 -> object(root, places).set(any(NAMES), pooled());
      case 3, 4 -> rename(root, place);
      case 5, 6 -> place.set(wrapped(place.value()));
      case 7 -> place.set(tweaked(place.value()));
      case 8 -> swap(place, other);
      case 9 -> move(place, object(root, places));
      case 10 -> place.set(again(place.value(), other.value()));
      case 11 -> object(root, places).put(any(IDENTIFIERS), "_:" + any(NAMES));
      default -> root.set(any(NAMES), other.value().deepCopy());
    }
  }

  private static void collect(JsonNode node, List<Place> places) {
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!member.getKey().equals("@context")) {
        places.add(new Place(node, member.getKey(), 0, member.getValue()));
        collect(member.getValue(), places);
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      places.add(new Place(node, null, i, node.get(i)));
      collect(node.get(i), places);
    }
  }

  private ObjectNode object(ObjectNode root, List<Place> places) {
    Place place = places.get(random.nextInt(places.size()));
    return place.value() instanceof ObjectNode object ? object : root;
  }

  private void rename(ObjectNode root, Place place) {
    if (place.parent() instanceof ObjectNode object && object.has(place.name())) {
      List<String> names = new ArrayList<>(otherNames(root, place.name()));
      object.set(any(names), object.remove(place.name()));
    }
  }

  /** Names that mean the same under the contexts, and one that does not. */
  private List<String> otherNames(ObjectNode root, String name) {
    List<String> names = new ArrayList<>(List.of(any(NAMES), CREDENTIALS + name, "cred:" + name));
    names.add("https://example.org/#" + name);
    names.add(name.startsWith("https://example.org/#") ? name.substring(21) : name);
    names.add(name.replace("@", "").equals(name) ? "@" + name : name.substring(1));
    for (JsonNode context : root.path("@context")) {
      for (Map.Entry<String, JsonNode> term : context.properties()) {
        String iri = term.getValue().isTextual() ? term.getValue().asText() : "";
        if (iri.equals(name) || term.getKey().equals(name) && !iri.isEmpty()) {
          names.add(iri.equals(name) ? term.getKey() : iri);
        }
      }
    }
    return names;
  }

  private JsonNode wrapped(JsonNode value) {
    JsonNode copy = value.deepCopy();
    ObjectNode object = JSON.objectNode();
    return switch (random.nextInt(12)) {
      case 0, 1 -> JSON.arrayNode().add(copy);
      case 2 -> object.set("@set", JSON.arrayNode().add(copy));
      case 3 -> object.set("@value", copy);
      case 4 -> ((ObjectNode) object.set("@value", copy)).put("@type", XSD + "dateTime");
      case 5 -> ((ObjectNode) object.set("@value", copy)).put("@type", "@json");
      case 6 -> object.set("@list", JSON.arrayNode().add(copy));
      case 7 -> object.set("@id", copy);
      case 8 -> JSON.arrayNode().add(copy).add(copy);
      case 9 -> JSON.arrayNode().add(copy).addNull();
      case 10 -> JSON.arrayNode().add(copy).add(JSON.arrayNode());
      default -> value.size() == 1 ? value.iterator().next().deepCopy() : object;
    };
  }

  private JsonNode tweaked(JsonNode value) {
    if (value.isNumber()) {
      return number(value.decimalValue());
    }
    if (value.isTextual()) {
      return text(value.textValue());
    }
    if (value.isBoolean()) {
      return random.nextBoolean()
          ? TextNode.valueOf(value.asText())
          : JSON.booleanNode(!value.booleanValue());
    }
    if (value instanceof ArrayNode array && array.size() > 1) {
      ArrayNode turned = array.deepCopy();
      turned.add(turned.remove(0));
      return turned;
    }
    return pooled();
  }

  private JsonNode number(BigDecimal number) {
    double near = number.doubleValue();
    return switch (random.nextInt(8)) {
      case 0 -> JSON.numberNode(new BigDecimal(Math.nextUp(near)));
      case 1 -> JSON.numberNode(new BigDecimal(Double.toString(Math.nextDown(near))));
      case 2 -> JSON.numberNode(number.add(BigDecimal.ONE));
      case 3 -> JSON.numberNode(number.setScale(number.scale() + 1));
      case 4 -> JSON.numberNode(number.stripTrailingZeros());
      case 5 -> TextNode.valueOf(number.toPlainString());
      case 6 -> JSON.numberNode(number.add(new BigDecimal("1e-17")));
      default -> JSON.numberNode(number.negate());
    };
  }

  private JsonNode text(String text) {
    return TextNode.valueOf(
        switch (random.nextInt(8)) {
          case 0 -> Normalizer.normalize(text, Normalizer.Form.NFC);
          case 1 -> Normalizer.normalize(text, Normalizer.Form.NFD);
          case 2 -> text + " ";
          case 3 -> text.toUpperCase(java.util.Locale.ROOT);
          case 4 -> text + "\u200d";
          case 5 -> text.replace("Z", "+00:00");
          case 6 -> text.startsWith("https://example.org/#") ? text.substring(21) : "ex:" + text;
          default -> "https://example.org/#" + text;
        });
  }

  private static void swap(Place one, Place other) {
    one.set(other.value().deepCopy());
    other.set(one.value().deepCopy());
  }

  private static void move(Place place, ObjectNode to) {
    if (place.name() != null) {
      JsonNode value = place.value().deepCopy();
      place.remove();
      to.set(place.name(), value);
    }
  }

  private static JsonNode again(JsonNode value, JsonNode other) {
    ArrayNode both = JSON.arrayNode();
    if (value.isArray()) {
      both.addAll((ArrayNode) value.deepCopy());
    } else {
      both.add(value.deepCopy());
    }
    return both.add(other.deepCopy());
  }

  private JsonNode pooled() {
    return Json.read(any(VALUES));
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
