package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.runtime.json.Json;

/**
 * Contexts such as {@code {"@context": {…}}} in a document's {@code @context}: a context document
 * where a context belongs. Signers in JavaScript take it for its content, and so do we.
 */
final class NestedContexts {

  private static final int DEEPEST = 4;
  private static final String CONTEXT = "@context";

  private NestedContexts() {}

  /** The document itself, or one like it whose contexts are not nested. */
  static ObjectNode unwrapped(ObjectNode document) {
    JsonNode contexts = document.path(CONTEXT);
    boolean nested = isNested(contexts);
    for (JsonNode context : contexts) {
      nested |= contexts.isArray() && isNested(context);
    }
    if (!nested) {
      return document;
    }
    ArrayNode flat = Json.array();
    add(contexts, flat, 0);
    ObjectNode unwrapped = Json.object();
    unwrapped.setAll(document);
    unwrapped.set(CONTEXT, flat);
    return unwrapped;
  }

  private static void add(JsonNode contexts, ArrayNode flat, int depth) {
    if (contexts.isArray() && depth <= DEEPEST) {
      contexts.forEach(context -> add(context, flat, depth + 1));
    } else if (isNested(contexts) && depth <= DEEPEST) {
      add(contexts.get(CONTEXT), flat, depth + 1);
    } else {
      flat.add(contexts);
    }
  }

  /** One that defines something beside would be read differently by others. */
  private static boolean isNested(JsonNode context) {
    return context.isObject() && context.size() == 1 && context.has(CONTEXT);
  }
}
