package org.attestry.contracts;

/**
 * Whom work is done for. Pools serve callers in turn by this key. It holds no personal data.
 *
 * @param kind whether the caller has a token
 * @param id the user id of a caller with a token; a keyed hash of the client's address, or of an
 *     IPv6 client's network, for a caller without one; empty for the suite itself
 */
public record CallerKey(Kind kind, String id) {

  /** The kinds of callers. */
  public enum Kind {
    /** A caller with a valid token. */
    USER,
    /** A caller without a token. */
    ADDRESS,
    /** The suite itself: background jobs and facts. */
    SUITE
  }

  /** The suite itself. */
  public static final CallerKey SUITE = new CallerKey(Kind.SUITE, "");

  private static final String SEPARATOR = ":";

  public static CallerKey user(String id) {
    return new CallerKey(Kind.USER, id);
  }

  /**
   * @param hash a keyed hash of the address
   */
  public static CallerKey address(String hash) {
    return new CallerKey(Kind.ADDRESS, hash);
  }

  /** Whether the caller has no token, and is not the suite itself. */
  public boolean isAnonymous() {
    return kind == Kind.ADDRESS;
  }

  /** Returns the key as a text, {@code <kind>:<id>}, which {@link #of} reads. */
  public String text() {
    return kind + SEPARATOR + id;
  }

  /**
   * Reads a key that {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is not one
   */
  public static CallerKey of(String text) {
    int end = text.indexOf(SEPARATOR);
    return new CallerKey(
        Kind.valueOf(text.substring(0, Math.max(0, end))), text.substring(end + 1));
  }
}
