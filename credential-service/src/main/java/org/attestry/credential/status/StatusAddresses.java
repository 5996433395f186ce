package org.attestry.credential.status;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The public addresses of our status lists. A list keeps the address that it got when it was made,
 * also when the gateway's changes.
 *
 * @param bases the public addresses that the gateway has had, the present one last
 */
public record StatusAddresses(List<Base> bases) {

  private static final String FOLDER = "/status-lists/";
  private static final String TOKENS = "/token-status-lists/";
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");
  private static final Pattern LIST = Pattern.compile("([1-9][0-9]{0,17})/([a-z]{1,20})");

  /** One of our lists, which may not exist yet. */
  public record ListName(long list, StatusPurpose purpose) {}

  /**
   * A public address of the gateway.
   *
   * @param firstList the number of the first list that was made under it
   * @param address without trailing slash
   */
  public record Base(long firstList, String address) {}

  public StatusAddresses {
    bases = List.copyOf(bases);
  }

  /** The addresses of a gateway that has always had this one, without trailing slash. */
  public StatusAddresses(String publicBase) {
    this(List.of(new Base(0, publicBase)));
  }

  /** Returns the present address of the gateway, without trailing slash. */
  public String current() {
    return bases.getLast().address();
  }

  public String of(long list, StatusPurpose purpose) {
    return base(list) + FOLDER + list + "/" + purpose.text();
  }

  /** Returns the address of both lists of a number as one Token Status List. */
  public String ofTokens(long list) {
    return base(list) + TOKENS + list;
  }

  private String base(long list) {
    return bases.stream()
        .filter(base -> base.firstList() <= list)
        .reduce((older, newer) -> newer)
        .orElseThrow()
        .address();
  }

  /** Says whether the address is below one of our lists. */
  public boolean isOurs(String address) {
    return below(address, FOLDER).isPresent() || below(address, TOKENS).isPresent();
  }

  /**
   * Returns the number of the lists at the address of a Token Status List; empty for another
   * address.
   */
  public Optional<Long> parseTokens(String address) {
    return below(address, TOKENS).flatMap(this::parseNumber);
  }

  /** Returns what follows one of our folders in an address; empty for an address elsewhere. */
  private Optional<String> below(String address, String folder) {
    return bases.stream()
        .map(base -> base.address() + folder)
        .filter(address::startsWith)
        .findFirst()
        .map(start -> address.substring(start.length()));
  }

  /** Returns the number of lists in an address; empty if it is not a valid number. */
  public Optional<Long> parseNumber(String list) {
    return NUMBER.matcher(list).matches() ? Optional.of(Long.valueOf(list)) : Optional.empty();
  }

  /** Returns the list at an address of ours; empty for an invalid address. */
  public Optional<ListName> parse(String address) {
    return below(address, FOLDER).flatMap(StatusAddresses::parsePath);
  }

  /** Returns the list with the parts of an address; empty for invalid parts. */
  public Optional<ListName> parse(String list, String purpose) {
    return parsePath(list + "/" + purpose);
  }

  private static Optional<ListName> parsePath(String path) {
    Matcher found = LIST.matcher(path);
    return found.matches()
        ? StatusPurpose.of(found.group(2))
            .map(purpose -> new ListName(Long.parseLong(found.group(1)), purpose))
        : Optional.empty();
  }
}
