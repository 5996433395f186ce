package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;

/**
 * One row of an import.
 *
 * @param line the number of its first line in the client's text, from 1
 * @param checksum of the client's text up to the end of this row; who continues an import compares
 *     it to see that the text is still the same
 * @param value an entity, or, in an import with columns, an array of its cells: texts, null for a
 *     cell that is empty; absent where there is a problem
 * @param problem why the row has no value, or null
 */
public record ImportRow(long line, long checksum, JsonBytes value, Violation problem) {}
