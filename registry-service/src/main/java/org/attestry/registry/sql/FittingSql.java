package org.attestry.registry.sql;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Finds the rows of a page that fit into its limit in bytes, before their texts are built: the text
 * of one large row takes the server longer than finding a thousand rows. Rows that do not fit by
 * their stored sizes, which are known without reading them, are not read. Rows that do not fit by
 * their sizes in memory are not written as text.
 *
 * @param json the columns of content of type jsonb, which are not null
 * @param text the columns of content of type text, which may be null
 */
public record FittingSql(List<String> json, List<String> text) {

  /** The content of an entity. */
  public static final FittingSql ENTITY =
      new FittingSql(List.of("body", "attestations"), List.of("signed_data"));

  private static final String FITTING =
      """
      SELECT sized.*, place <= {always} OR (stored <= {most} AND read <= {most}) AS fits
      FROM (
        SELECT placed.*,
          sum(CASE WHEN place <= {always} OR stored <= {most} THEN {read} END)
            OVER (ROWS UNBOUNDED PRECEDING) AS read
        FROM (
          SELECT found.*, row_number() OVER (ROWS UNBOUNDED PRECEDING) AS place,
            sum({stored}) OVER (ROWS UNBOUNDED PRECEDING) AS stored
          FROM ({found}) AS found
        ) AS placed
      ) AS sized
      """;

  /**
   * Returns the rows with the column {@code fits}, and {@code place}, from 1.
   *
   * @param found selects the rows with their content, in the order of the page
   * @param most the maximum number of bytes of all rows together
   * @param always the number of rows that fit with any size
   */
  public String rows(String found, String most, String always) {
    return FITTING
        .replace("{read}", read())
        .replace("{stored}", stored())
        .replace("{most}", most)
        .replace("{always}", always)
        .replace("{found}", found);
  }

  /** Returns the number of bytes that the content of a row takes in its table, compressed. */
  public String stored() {
    return sum("pg_column_size(%s)");
  }

  /**
   * Returns the number of bytes of the content of a row in memory. An empty path returns the value
   * itself, decompressed.
   */
  public String read() {
    return sum("pg_column_size(%s #> '{}')");
  }

  /**
   * Returns the number of bytes of the content of a row in memory. Only columns that are compressed
   * are read for it.
   */
  public String whole() {
    return sum(
        "CASE WHEN pg_column_compression(%1$s) IS NULL THEN pg_column_size(%1$s)"
            + " ELSE pg_column_size(%1$s #> '{}') END");
  }

  /** Returns the number of bytes of the content of a row whose columns have been built as text. */
  public String written() {
    return sum("octet_length(%s)");
  }

  /** Returns the columns of content as text, or NULL where a condition does not hold. */
  public String where(String condition) {
    return json.stream()
            .map(
                column -> "CASE WHEN %1$s THEN %2$s::text END AS %2$s".formatted(condition, column))
            .collect(Collectors.joining(", "))
        + text.stream()
            .map(column -> ", CASE WHEN %1$s THEN %2$s END AS %2$s".formatted(condition, column))
            .collect(Collectors.joining());
  }

  private String sum(String ofJson) {
    return json.stream().map(ofJson::formatted).collect(Collectors.joining(" + "))
        + text.stream()
            .map(" + coalesce(octet_length(%s), 0)"::formatted)
            .collect(Collectors.joining());
  }
}
