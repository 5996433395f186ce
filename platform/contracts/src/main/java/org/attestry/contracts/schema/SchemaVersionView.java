package org.attestry.contracts.schema;

import java.time.Instant;

/**
 * A published version of a document.
 *
 * @param schema the document; null in a list of versions
 * @param publishedBy user id
 */
public record SchemaVersionView(
    String osid,
    String name,
    int version,
    String schema,
    Instant publishedAt,
    String publishedBy) {}
