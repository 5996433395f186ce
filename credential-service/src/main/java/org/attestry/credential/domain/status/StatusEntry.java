package org.attestry.credential.domain.status;

import java.util.List;
import java.util.Set;

/**
 * What a credential states of one {@code credentialStatus}, read from the signed statements.
 *
 * @param types IRIs
 * @param purposes values of {@code statusPurpose}
 * @param lists values of {@code statusListCredential}
 * @param indexes values of {@code statusListIndex}
 * @param sizes values of {@code statusSize}: bits of an entry, one unless it says otherwise
 */
public record StatusEntry(
    Set<String> types,
    List<String> purposes,
    List<String> lists,
    List<String> indexes,
    List<String> sizes) {

  private static final String VOCABULARY = "https://www.w3.org/ns/credentials/status#";

  public static final String TYPE = VOCABULARY + "BitstringStatusListEntry";
  public static final String PURPOSE = VOCABULARY + "statusPurpose";
  public static final String LIST = VOCABULARY + "statusListCredential";
  public static final String INDEX = VOCABULARY + "statusListIndex";
  public static final String SIZE = VOCABULARY + "statusSize";

  public StatusEntry {
    types = Set.copyOf(types);
    purposes = List.copyOf(purposes);
    lists = List.copyOf(lists);
    indexes = List.copyOf(indexes);
    sizes = List.copyOf(sizes);
  }

  /** Whether it is an entry of one bit in a bitstring status list, and says one thing only. */
  public boolean isPlain() {
    return types.equals(Set.of(TYPE))
        && purposes.size() == 1
        && lists.size() == 1
        && indexes.size() == 1
        && (sizes.isEmpty() || sizes.equals(List.of("1")));
  }
}
