package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Where references of a type's schema lead in a description: to the type, or to one of the
 * definitions that it brings along, which stands beside it as {@code Type.Name}.
 *
 * @param type the name of the type's definition
 * @param definitions what a pointer to a definition begins with: {@code #/definitions/}, {@code
 *     #/components/schemas/}
 */
record LocalReference(String type, String definitions) {

  private static final String LOCAL = "#/definitions/";

  /**
   * @param reference as the schema has it
   * @return null for a place inside a definition, which a description cannot lead to
   */
  String to(String reference) {
    if (reference.equals("#")) {
      return definitions + type;
    }
    String name = reference.startsWith(LOCAL) ? reference.substring(LOCAL.length()) : "";
    return name.isEmpty() || name.contains("/") ? null : definitions + named(unescaped(name));
  }

  /**
   * Adds the definition of the type under its name, and those it brings along as {@code Type.Name}.
   *
   * @param schema self-contained: every reference leads to one of its own definitions or to its
   *     root
   * @param written writes a schema as the description has it
   */
  void define(JsonNode schema, UnaryOperator<JsonNode> written, ObjectNode into) {
    for (Map.Entry<String, JsonNode> local : schema.path("definitions").properties()) {
      into.set(named(local.getKey()), written.apply(local.getValue()));
    }
    into.set(type, written.apply(schema));
  }

  /** The name under which a definition of the type stands. */
  private String named(String local) {
    StringBuilder name = new StringBuilder(type).append('.');
    for (char c : local.toCharArray()) {
      boolean plain = c < 128 && (Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.');
      name.append(plain ? String.valueOf(c) : "_x%04x".formatted((int) c));
    }
    return name.toString();
  }

  /** RFC 6901 section 6: first the URI's escapes, then the pointer's. */
  private static String unescaped(String name) {
    return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8)
        .replace("~1", "/")
        .replace("~0", "~");
  }
}
