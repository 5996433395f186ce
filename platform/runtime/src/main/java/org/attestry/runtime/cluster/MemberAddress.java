package org.attestry.runtime.cluster;

import java.util.Optional;

/**
 * Addresses at which one member alone answers. They name it, so that nobody looks in the shared
 * list for who that is: just after a death parts of the list cannot be read for up to seconds.
 */
final class MemberAddress {

  private static final String PREFIX = "cluster.member.";

  private MemberAddress() {}

  /**
   * @param member the id of its node
   */
  static String of(String member, String what) {
    return PREFIX + member + "." + what;
  }

  /** The node's id, when the address is a member's. */
  static Optional<String> member(String address) {
    return address.startsWith(PREFIX)
        ? Optional.of(address.substring(PREFIX.length(), address.lastIndexOf('.')))
        : Optional.empty();
  }
}
