package org.attestry.adopt.incumbent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What a schema says of a value. The former system stores arrays as texts, so only the schema tells
 * an array from a text that looks like one.
 */
final class DeclaredFields {

  private static final int MOST_REFERENCES = 16;

  private final JsonNode document;
  private final JsonNode node;

  /**
   * @param document the whole document, in which references are resolved
   * @param node the schema of the value
   */
  DeclaredFields(JsonNode document, JsonNode node) {
    this.document = document;
    this.node = resolved(document, node);
  }

  private static JsonNode resolved(JsonNode document, JsonNode node) {
    JsonNode at = node;
    for (int i = 0; i < MOST_REFERENCES && at.path("$ref").isTextual(); i++) {
      String reference = at.path("$ref").textValue();
      at =
          reference.startsWith("#/")
              ? document.at(reference.substring(1))
              : MissingNode.getInstance();
    }
    return at;
  }

  DeclaredFields property(String name) {
    return new DeclaredFields(document, node.path("properties").path(name));
  }

  DeclaredFields items() {
    return new DeclaredFields(document, node.path("items"));
  }

  boolean isText() {
    Set<String> types = types();
    return types.contains("string")
        || types.isEmpty() && texts(node.path("enum")).findAny().isPresent();
  }

  boolean isArray() {
    return types().contains("array") && !isText();
  }

  boolean has(String name) {
    return node.path("properties").has(name);
  }

  private Set<String> types() {
    return Stream.concat(texts(node.path("type")), Stream.ofNullable(node.path("type").textValue()))
        .collect(Collectors.toSet());
  }

  private static Stream<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false)
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue);
  }
}
