package org.attestry.contracts.registry;

import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;

/**
 * @param type an attestor type; NOT_FOUND if there is no such type
 * @param fields the fields to return; null for all
 * @param after the next cursor of the page before, null for the first page
 */
public record FindCallerRecordsRequest(String type, List<FieldPath> fields, String after) {

  /** The most records of one type that an attestor may own. */
  public static final int MOST = 10_000;

  /** The most bytes of the requested fields of all records. */
  public static final int MOST_BYTES = 16_000_000;

  public FindCallerRecordsRequest {
    fields = fields == null ? null : List.copyOf(fields);
  }

  /** The first page. */
  public FindCallerRecordsRequest(String type) {
    this(type, null, null);
  }

  /** A page of whole records. */
  public FindCallerRecordsRequest(String type, String after) {
    this(type, null, after);
  }

  /** The next page. */
  public FindCallerRecordsRequest next(String cursor) {
    return new FindCallerRecordsRequest(type, fields, cursor);
  }

  /** The failure for a caller with more records: a condition is not evaluated over some of them. */
  public static FailureException tooMany(String type) {
    return Failure.of(
            FailureKind.UNPROCESSABLE,
            "registry.caller.too-many-records",
            "You own more records of %s than can be looked through (%d, or %d bytes); use an account"
                    .formatted(type, MOST, MOST_BYTES)
                + " that owns fewer.")
        .exception();
  }
}
