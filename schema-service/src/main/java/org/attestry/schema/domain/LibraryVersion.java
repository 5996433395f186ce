package org.attestry.schema.domain;

import java.util.UUID;

/**
 * Which published schema a reference's name means, and as what.
 *
 * @param characters of its document
 */
public record LibraryVersion(UUID id, int version, long characters) {}
