package org.attestry.contracts.registry;

import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * @param type an attestor type; unknown types have no records
 * @param after the next cursor of the page before, null for the first page
 */
public record FindCallerRecordsRequest(String type, String after) {

  /** The most records of one type that a caller may own who is to be an attestor. */
  public static final int MOST = 10_000;

  /** The first page. */
  public FindCallerRecordsRequest(String type) {
    this(type, null);
  }

  /** For a caller with more records: that one of them may satisfy a condition is never guessed. */
  public static FailureException tooMany(String type) {
    return Failure.of(
            FailureKind.UNPROCESSABLE,
            "registry.caller.too-many-records",
            "You own more than %d records of %s, which are too many to look through; use an account"
                    .formatted(MOST, type)
                + " that owns fewer.")
        .exception();
  }
}
