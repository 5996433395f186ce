package org.attestry.credential.domain.status;

import java.util.List;
import java.util.Set;

/**
 * What a credential states of one of its subjects as a status list, read from the signed
 * statements.
 *
 * @param types IRIs
 * @param purposes values of {@code statusPurpose}
 * @param encoded values of {@code encodedList}
 * @param ttls values of {@code ttl}, in milliseconds
 */
public record ListContent(
    Set<String> types, List<String> purposes, List<String> encoded, List<String> ttls) {

  public ListContent {
    types = Set.copyOf(types);
    purposes = List.copyOf(purposes);
    encoded = List.copyOf(encoded);
    ttls = List.copyOf(ttls);
  }
}
