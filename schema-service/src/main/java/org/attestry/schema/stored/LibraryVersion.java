package org.attestry.schema.stored;

import java.util.UUID;

/**
 * The published schema that the name of a reference resolves to.
 *
 * @param characters the number of characters of its document
 */
public record LibraryVersion(UUID id, int version, long characters) {}
