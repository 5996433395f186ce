package org.attestry.credential.status;

import java.util.List;
import java.util.Set;

/**
 * The content of a status list: the signed statements of a credential about one of its subjects, or
 * a Token Status List.
 *
 * @param types IRIs
 * @param purposes values of {@code statusPurpose}
 * @param encoded values of {@code encodedList}
 * @param ttls values of {@code ttl}, in milliseconds
 * @param bits of one status
 */
public record ListContent(
    Set<String> types, List<String> purposes, List<String> encoded, List<String> ttls, int bits) {

  /** Returns the content of a list with one bit for each status. */
  public ListContent(
      Set<String> types, List<String> purposes, List<String> encoded, List<String> ttls) {
    this(types, purposes, encoded, ttls, 1);
  }

  public ListContent {
    types = Set.copyOf(types);
    purposes = List.copyOf(purposes);
    encoded = List.copyOf(encoded);
    ttls = List.copyOf(ttls);
  }
}
