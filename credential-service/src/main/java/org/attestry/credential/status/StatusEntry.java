package org.attestry.credential.status;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a credential states of one {@code credentialStatus}, read from the signed statements.
 *
 * @param types IRIs
 * @param purposes values of {@code statusPurpose}; empty for one that is no text
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

  public static final String PURPOSE = VOCABULARY + "statusPurpose";
  public static final String LIST = VOCABULARY + "statusListCredential";
  public static final String INDEX = VOCABULARY + "statusListIndex";
  public static final String SIZE = VOCABULARY + "statusSize";
  public static final String MESSAGE = VOCABULARY + "statusMessage";
  public static final String ENCODED = VOCABULARY + "encodedList";
  public static final String TTL = VOCABULARY + "ttl";

  public StatusEntry {
    types = Set.copyOf(types);
    purposes = List.copyOf(purposes);
    lists = List.copyOf(lists);
    indexes = List.copyOf(indexes);
    sizes = List.copyOf(sizes);
  }

  /** Of a Token Status List, whose statuses say both whether a token is revoked and suspended. */
  public static StatusEntry ofTokenList(String uri, String index) {
    return new StatusEntry(
        Set.of(ListDialect.TOKEN.entryType()), List.of(), List.of(uri), List.of(index), List.of());
  }

  /** Whether it is one of a Token Status List. */
  boolean isOfTokenList() {
    return dialect().filter(ListDialect.TOKEN::equals).isPresent();
  }

  /** The form of its list, if it is one that is read. */
  public Optional<ListDialect> dialect() {
    return ListDialect.of(types);
  }

  /** Whether it has one purpose, and one that is not known here. */
  boolean isOfOtherPurpose() {
    return dialect().isPresent()
        && purposes.size() == 1
        && !purposes.getFirst().isBlank()
        && StatusPurpose.of(purposes.getFirst()).isEmpty();
  }

  /**
   * Whether it is an entry of one bit in a list of a form that is read, and says one thing only.
   */
  public boolean isPlain() {
    return dialect().isPresent()
        && purposes.size() == 1
        && lists.size() == 1
        && indexes.size() == 1
        && (sizes.isEmpty() || sizes.equals(List.of("1")));
  }
}
