package org.attestry.contracts.registry;

import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * A page of an export, about four megabytes at the most unless one entity is larger.
 *
 * @param columns the paths of the cells, the same on every page; null for whole entities
 * @param rows entities in the caller's view, or arrays of their cells: texts, null if empty
 * @param next cursor of the next page, or null
 */
public record ExportedEntities(List<String> columns, List<JsonBytes> rows, String next) {

  public ExportedEntities {
    columns = columns == null ? null : List.copyOf(columns);
    rows = List.copyOf(rows);
  }
}
