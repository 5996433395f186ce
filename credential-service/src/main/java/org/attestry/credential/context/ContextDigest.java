package org.attestry.credential.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.Sha256;

/**
 * A digest of a credential's {@code @context}. The signature does not cover the contexts, so
 * somebody could exchange the meaning of two terms, and their values, under a signature that still
 * holds. So a credential that is stored here is stored with the digest, and the proof of another
 * that has inline or uploaded contexts holds it as its nonce, which is signed.
 */
public final class ContextDigest {

  private static final String NONCE = "contexts-sha256-";

  private ContextDigest() {}

  /** SHA-256 of the contexts with their members in order of name, lower-case hex. */
  public static String of(JsonNode credential) {
    return ofContexts(credential.path("@context"));
  }

  /** The same of the value of {@code @context}. */
  public static String ofContexts(JsonNode contexts) {
    return Sha256.hex(ordered(contexts).toString());
  }

  /** What a proof holds for the contexts of its credential. */
  public static String nonce(JsonNode credential) {
    return NONCE + of(credential);
  }

  /** The digest that the nonce of a proof holds; null where it holds none. */
  public static String heldBy(String nonce) {
    return nonce != null && nonce.startsWith(NONCE) ? nonce.substring(NONCE.length()) : null;
  }

  /** Whether a context stands in the credential itself, rather than at an address. */
  static boolean hasInline(JsonNode credential) {
    JsonNode contexts = credential.path("@context");
    boolean inline = contexts.isObject();
    for (JsonNode context : contexts) {
      inline |= context.isObject();
    }
    return inline;
  }

  private static JsonNode ordered(JsonNode node) {
    if (node.isObject()) {
      Map<String, JsonNode> members = new TreeMap<>();
      node.properties().forEach(entry -> members.put(entry.getKey(), ordered(entry.getValue())));
      ObjectNode object = Json.object();
      object.setAll(members);
      return object;
    }
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode(node.size());
      node.forEach(item -> array.add(ordered(item)));
      return array;
    }
    return node;
  }
}
