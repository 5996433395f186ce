package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * A JSON-LD context that credentials may name by its address.
 *
 * @param address the IRI in {@code @context}; null for an address of ours, made from the digest
 * @param document a JSON object with {@code @context}
 */
public record UploadContextRequest(String address, JsonBytes document) {}
