package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * The next entities of an export.
 *
 * @param query {@code {"filters": {…}}}, or null for all
 * @param columns whether entities are exported as cells of columns
 * @param systemFields whether system fields are included
 * @param cursor the {@link ExportedEntities#next()} of the page before, null for the first page
 * @param limit how many at most
 */
public record ExportEntitiesRequest(
    String type,
    JsonBytes query,
    boolean columns,
    boolean systemFields,
    String cursor,
    int limit) {}
