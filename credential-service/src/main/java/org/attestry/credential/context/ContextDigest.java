package org.attestry.credential.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/**
 * A digest of a credential's {@code @context}. The signature does not cover contexts, so somebody
 * could exchange the meaning of two terms, and their values, under a valid signature. So the digest
 * is stored with a credential that is stored here. The proof of any other credential with inline or
 * uploaded contexts has the digest as its nonce, which is signed.
 */
public final class ContextDigest {

  private static final String NONCE = "contexts-sha256-";

  private ContextDigest() {}

  /** Returns the SHA-256 of the contexts with their members in order of name, in lower-case hex. */
  public static String of(JsonNode credential) {
    return ofContexts(credential.path("@context"));
  }

  /** Does the same for the value of {@code @context}. */
  public static String ofContexts(JsonNode contexts) {
    return Sha256.hex(ordered(contexts).toString());
  }

  /** Returns the nonce for the proof of the credential. */
  public static String nonce(JsonNode credential) {
    return NONCE + of(credential);
  }

  /** Returns the digest in the nonce of a proof; null if it has none. */
  public static String heldBy(String nonce) {
    return nonce != null && nonce.startsWith(NONCE) ? nonce.substring(NONCE.length()) : null;
  }

  /**
   * Says whether a value is one of {@code @context} with a context of its own: a context, or a list
   * of contexts and addresses.
   */
  public static boolean areContexts(JsonNode contexts) {
    if (contexts.isObject()) {
      return !contexts.has("proof") && !contexts.has("credentialSubject");
    }
    boolean all = contexts.isArray();
    for (JsonNode context : contexts) {
      all &= context.isTextual() || areContexts(context);
    }
    return all && isInline(contexts);
  }

  /** Says whether the credential contains a context, rather than only addresses. */
  static boolean hasInline(JsonNode credential) {
    return isInline(credential.path("@context"));
  }

  private static boolean isInline(JsonNode contexts) {
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
