package org.attestry.credential.status;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One {@code credentialStatus} of a credential, read from the signed statements.
 *
 * @param types IRIs
 * @param purposes values of {@code statusPurpose}; an empty text for a value that is no text
 * @param lists values of {@code statusListCredential}
 * @param indexes values of {@code statusListIndex}
 * @param sizes values of {@code statusSize}, the bits of an entry; the default is one
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

  /**
   * Returns an entry of a Token Status List, whose statuses are about both revocation and
   * suspension.
   */
  public static StatusEntry ofTokenList(String uri, String index) {
    return new StatusEntry(
        Set.of(ListDialect.TOKEN.entryType()), List.of(), List.of(uri), List.of(index), List.of());
  }

  /** Says whether it is an entry of a Token Status List. */
  boolean isOfTokenList() {
    return dialect().filter(ListDialect.TOKEN::equals).isPresent();
  }

  /** Returns the form of its list; empty if that cannot be read. */
  public Optional<ListDialect> dialect() {
    return ListDialect.of(types);
  }

  /** Says whether it has exactly one purpose, and that is not known here. */
  boolean isOfOtherPurpose() {
    return dialect().isPresent()
        && purposes.size() == 1
        && !purposes.getFirst().isBlank()
        && StatusPurpose.of(purposes.getFirst()).isEmpty();
  }

  /**
   * Says whether it is an entry of one bit, with one value of each term, in a list of a readable
   * form.
   */
  public boolean isPlain() {
    return dialect().isPresent()
        && purposes.size() == 1
        && lists.size() == 1
        && indexes.size() == 1
        && (sizes.isEmpty() || sizes.equals(List.of("1")));
  }
}
