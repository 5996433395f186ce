package org.attestry.adopt.files;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of the former system.
 *
 * @param key the whole key in the bucket
 * @param document the last part of the key: a UUID, a hyphen and the name
 * @param modifiedAt RFC 3339
 */
public record StoredFile(
    String key,
    String type,
    String entityId,
    String property,
    String document,
    String modifiedAt,
    long size) {

  private static final Pattern KEY =
      Pattern.compile("/?([^/]+)/((?:\\d+-)?[0-9a-fA-F-]{36})/(.+)/documents/([^/]+)");
  private static final Pattern NAMED = Pattern.compile("[0-9a-fA-F-]{36}-(.+)");

  /** Returns the file with a key; empty for a key of another form. */
  static Optional<StoredFile> of(String key, String modifiedAt, long size) {
    Matcher parts = KEY.matcher(key);
    return parts.matches()
        ? Optional.of(
            new StoredFile(
                key,
                parts.group(1),
                parts.group(2),
                parts.group(3),
                parts.group(4),
                modifiedAt,
                size))
        : Optional.empty();
  }

  /** Returns the name that the file had when it was uploaded, with underscores for blanks. */
  public String name() {
    Matcher named = NAMED.matcher(document);
    return named.matches() ? named.group(1) : document;
  }
}
