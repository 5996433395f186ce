package org.attestry.credential.domain.status;

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
  private static final Pattern LIST = Pattern.compile("([1-9][0-9]{0,17})/([a-z]{1,20})");

  /** One of our lists, which may not have been made. */
  public record ListName(long list, StatusPurpose purpose) {}

  public String of(long list, StatusPurpose purpose) {
    return publicBase + FOLDER + list + "/" + purpose.text();
  }

  /** Whether the address is below that of our lists. */
  public boolean isOurs(String address) {
    return address.startsWith(publicBase + FOLDER);
  }

  /** The list at an address of ours; empty for an address that no list can have. */
  public Optional<ListName> parse(String address) {
    return isOurs(address)
        ? parsePath(address.substring(publicBase.length() + FOLDER.length()))
        : Optional.empty();
  }

  /** The list with the parts of an address; empty where no list can have them. */
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
