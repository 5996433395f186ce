package org.attestry.credential.proof;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A JSON-LD context that we made for terms that a template's own contexts leave undefined. Its
 * address is the digest of its content: what stands there never changes.
 *
 * @param digest SHA-256 of the base address and the terms, lower-case hex
 * @param address where it is served: {@code <public base>/contexts/<digest>}
 * @param document the context document
 */
public record GeneratedContext(String digest, String address, ObjectNode document) {

  /** A copy of a credential that has the definitions in place of their address. */
  public ObjectNode embeddedIn(ObjectNode credential) {
    ObjectNode copy = credential.deepCopy();
    ArrayNode contexts = copy.withArray("@context");
    contexts.set(contexts.size() - 1, document.get("@context"));
    return copy;
  }
}
