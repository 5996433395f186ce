package org.attestry.file.entityfile;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * The entity tags of an {@code If-Match} or {@code If-None-Match} header (RFC 9110 section 8.8.3).
 * Parts of the header that are not tags match nothing.
 *
 * @param any whether the header is {@code *}
 * @param strong quoted texts of strong tags
 * @param weak quoted texts of weak tags
 */
public record EntityTags(boolean any, Set<String> strong, Set<String> weak) {

  /** The condition of a request without the header: every file fulfils it. */
  public static final EntityTags ANY = new EntityTags(true, Set.of(), Set.of());

  private static final Pattern TAG =
      Pattern.compile("\\G[ \\t]*+(W/)?+\"([^\"]*+)\"[ \\t]*+(?:,|$)");

  public EntityTags {
    strong = Set.copyOf(strong);
    weak = Set.copyOf(weak);
  }

  /**
   * @param header null for a request without it
   */
  public static EntityTags of(String header) {
    if (header == null || header.strip().equals("*")) {
      return ANY;
    }
    Set<String> strong = new HashSet<>();
    Set<String> weak = new HashSet<>();
    Matcher tags = TAG.matcher(header);
    while (tags.find()) {
      (tags.group(1) == null ? strong : weak).add(tags.group(2));
    }
    return new EntityTags(false, strong, weak);
  }

  /** Strong comparison, for {@code If-Match}. */
  public boolean matches(StoredFile file) {
    return any || strong.contains(file.sha256());
  }

  /** Weak comparison, for {@code If-None-Match}. */
  public boolean matchesWeakly(StoredFile file) {
    return matches(file) || weak.contains(file.sha256());
  }

  /**
   * @throws FailureException STALE when the file has none of the tags
   */
  public void require(StoredFile file) {
    if (!matches(file)) {
      throw stale();
    }
  }

  private static FailureException stale() {
    return FailureException.of(
        FailureKind.STALE,
        "file.stale",
        "The file is not the one that If-Match names; read it again.");
  }
}
