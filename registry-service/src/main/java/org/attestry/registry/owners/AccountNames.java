package org.attestry.registry.owners;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.types.PublishedType;

/**
 * The user names and e-mail addresses of accounts that are to be made, as the identity provider
 * compares them. Not thread-safe.
 */
public final class AccountNames {

  private final Set<String> usernames = new HashSet<>();
  private final Set<String> addresses = new HashSet<>();

  /** Returns those of the owners that a body names. */
  public static AccountNames in(PublishedType type, ObjectNode body) {
    AccountNames names = new AccountNames();
    for (OwnershipAttribute attribute : type.config().ownershipAttributes()) {
      String username = NamedOwners.username(body, attribute);
      String email = NamedOwners.email(body, attribute);
      if (username != null) {
        names.usernames.add(AccountText.folded(username));
      }
      if (username != null && email != null) {
        names.addresses.add(AccountText.folded(email));
      }
    }
    return names;
  }

  /**
   * Whether two accounts with these names could not both be made: they have one user name, or the
   * user name of one is the address of the other.
   */
  public boolean clashWith(AccountNames others) {
    return !Collections.disjoint(usernames, others.usernames)
        || !Collections.disjoint(usernames, others.addresses)
        || !Collections.disjoint(addresses, others.usernames);
  }

  public void add(AccountNames others) {
    usernames.addAll(others.usernames);
    addresses.addAll(others.addresses);
  }
}
