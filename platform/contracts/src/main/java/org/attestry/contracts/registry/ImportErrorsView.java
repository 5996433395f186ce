package org.attestry.contracts.registry;

import java.util.List;

/**
 * A page of errors.
 *
 * @param next cursor of the next page, or null
 */
public record ImportErrorsView(List<Error> errors, String next) {

  public ImportErrorsView {
    errors = List.copyOf(errors);
  }

  /**
   * One mistake in one row.
   *
   * @param row its number among the rows, from 1
   * @param line the number of its first line in the client's text, from 1
   * @param pointer RFC 6901 pointer into the entity, empty for the whole
   */
  public record Error(long row, long line, String pointer, String rule, String message) {}
}
