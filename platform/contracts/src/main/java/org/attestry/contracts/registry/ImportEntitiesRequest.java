package org.attestry.contracts.registry;

import java.util.List;

/**
 * The next rows of an import.
 *
 * @param id the import's
 * @param from how many rows come before these
 * @param columns the paths of the cells, null if rows are entities
 * @param rows some hundreds at the most, about a megabyte
 * @param last whether these are the last rows
 */
public record ImportEntitiesRequest(
    String type, String id, long from, List<String> columns, List<ImportRow> rows, boolean last) {

  public ImportEntitiesRequest {
    columns = columns == null ? null : List.copyOf(columns);
    rows = List.copyOf(rows);
  }
}
