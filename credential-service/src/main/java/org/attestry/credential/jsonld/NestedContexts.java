package org.attestry.credential.jsonld;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.attestry.runtime.json.Json;

/**
 * Contexts such as {@code {"@context": {…}}} in a document's {@code @context}: a context document
 * in place of a context. Signers in JavaScript read its content, if that is an object, and so do
 * we.
 */
public final class NestedContexts {

  private static final String CONTEXT = "@context";

  private NestedContexts() {}

  /** Returns the document itself, or a copy without nested contexts. */
  public static ObjectNode unwrapped(ObjectNode document) {
    JsonNode contexts = document.path(CONTEXT);
    boolean nested = isNested(contexts);
    for (JsonNode context : contexts) {
      nested |= contexts.isArray() && isNested(context);
    }
    if (!nested) {
      return document;
    }
    ArrayNode flat = Json.array();
    for (JsonNode context : contexts.isArray() ? contexts : List.of(contexts)) {
      flat.add(isNested(context) ? context.get(CONTEXT) : context);
    }
    ObjectNode unwrapped = Json.object();
    unwrapped.setAll(document);
    unwrapped.set(CONTEXT, flat);
    return unwrapped;
  }

  /**
   * Says whether the context is nested. One with further members is not, because others would read
   * it differently.
   */
  private static boolean isNested(JsonNode context) {
    return context.isObject() && context.size() == 1 && context.path(CONTEXT).isObject();
  }
}
