package org.attestry.contracts.credential;

import java.util.List;

/**
 * What became of the lines of an import of revocations.
 *
 * @param rows how many lines there were
 * @param imported those that are stored by this request
 * @param known those that were stored before
 * @param refused those that have an error
 * @param errors of the first refused lines
 * @param moreErrors how many others have one
 */
public record ImportedRevocations(
    int rows, int imported, int known, int refused, List<Error> errors, int moreErrors) {

  public ImportedRevocations {
    errors = List.copyOf(errors);
  }

  /**
   * The mistake in one line.
   *
   * @param line its number in the text, from 1
   * @param pointer RFC 6901 pointer into the line's object, empty for the whole
   */
  public record Error(int line, String pointer, String rule, String message) {}
}
