package org.attestry.credential.call;

import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.FailureException;

/**
 * A page of a list.
 *
 * @param total number of rows on all pages
 */
public record Page<T>(long total, List<T> rows) {

  private static final int MOST = 1_000;

  public Page {
    rows = List.copyOf(rows);
  }

  /**
   * @param code of the failure
   * @throws FailureException of kind INVALID unless the page has 1 to 1,000 rows and begins at 0 or
   *     later
   */
  public static void require(int limit, int offset, String code) {
    if (limit < 1 || limit > MOST) {
      throw FailureException.invalid(
          code, "/limit", "limit", "A page has 1 to " + MOST + " entries.");
    }
    if (offset < 0) {
      throw FailureException.invalid(code, "/offset", "limit", "An offset is 0 or more.");
    }
  }

  public <R> Page<R> map(Function<T, R> shown) {
    return new Page<>(total, rows.stream().map(shown).toList());
  }
}
