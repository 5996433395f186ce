package org.attestry.credential.status;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The public addresses of our status lists.
 *
 * @param publicBase the public address of the gateway, without trailing slash
 */
public record StatusAddresses(String publicBase) {

  private static final String FOLDER = "/status-lists/";
  private static final String TOKENS = "/token-status-lists/";
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");
  private static final Pattern LIST = Pattern.compile("([1-9][0-9]{0,17})/([a-z]{1,20})");

  /** One of our lists, which may not exist yet. */
  public record ListName(long list, StatusPurpose purpose) {}

  public String of(long list, StatusPurpose purpose) {
    return publicBase + FOLDER + list + "/" + purpose.text();
  }

  /** Returns the address of both lists of a number as one Token Status List. */
  public String ofTokens(long list) {
    return publicBase + TOKENS + list;
  }

  /** Says whether the address is below that of our lists. */
  public boolean isOurs(String address) {
    return address.startsWith(publicBase + FOLDER) || address.startsWith(publicBase + TOKENS);
  }

  /**
   * Returns the number of the lists at the address of a Token Status List; empty for another
   * address.
   */
  public Optional<Long> parseTokens(String address) {
    return address.startsWith(publicBase + TOKENS)
        ? parseNumber(address.substring(publicBase.length() + TOKENS.length()))
        : Optional.empty();
  }

  /** Returns the number of lists in an address; empty if it is not a valid number. */
  public Optional<Long> parseNumber(String list) {
    return NUMBER.matcher(list).matches() ? Optional.of(Long.valueOf(list)) : Optional.empty();
  }

  /** Returns the list at an address of ours; empty for an invalid address. */
  public Optional<ListName> parse(String address) {
    return address.startsWith(publicBase + FOLDER)
        ? parsePath(address.substring(publicBase.length() + FOLDER.length()))
        : Optional.empty();
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
