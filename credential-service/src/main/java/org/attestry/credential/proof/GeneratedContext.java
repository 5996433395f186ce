package org.attestry.credential.proof;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A JSON-LD context that we generated for terms that a template's own contexts leave undefined. Its
 * address contains the digest of its content, so the document at an address never changes.
 *
 * @param digest SHA-256 of the base address and the terms, lower-case hex
 * @param address at which it is served: {@code <public base>/contexts/<digest>}
 * @param document the context document
 */
public record GeneratedContext(String digest, String address, ObjectNode document) {

  /** Returns a copy of a credential that contains the definitions instead of their address. */
  public ObjectNode embeddedIn(ObjectNode credential) {
    ObjectNode copy = credential.deepCopy();
    ArrayNode contexts = copy.withArray("@context");
    contexts.set(contexts.size() - 1, document.get("@context"));
    return copy;
  }
}
