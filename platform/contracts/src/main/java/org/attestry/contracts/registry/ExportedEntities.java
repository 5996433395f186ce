package org.attestry.contracts.registry;

import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * A page of an export, about four megabytes at the most unless one entity is larger.
 *
 * @param columns the paths of the cells, the same on every page; null where entities are whole
 * @param rows each an entity in the view that the caller may have, or an array of its cells: texts,
 *     null for one that is empty
 * @param next where the next page begins, null after the last one
 */
public record ExportedEntities(List<String> columns, List<JsonBytes> rows, String next) {

  public ExportedEntities {
    columns = columns == null ? null : List.copyOf(columns);
    rows = List.copyOf(rows);
  }
}
