package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param document JSON that is public
 */
public record PublicDocument(JsonBytes document) {}
