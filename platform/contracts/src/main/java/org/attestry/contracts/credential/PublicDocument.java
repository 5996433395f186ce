package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param document JSON that anybody may read
 */
public record PublicDocument(JsonBytes document) {}
