package org.attestry.runtime.identifier;

import com.github.f4b6a3.uuid.UuidCreator;
import java.util.Optional;
import java.util.UUID;

/** Generates and parses ids: UUIDv7 (RFC 9562), which sort by time of creation. */
public final class Ids {

  private Ids() {}

  public static UUID next() {
    return UuidCreator.getTimeOrderedEpoch();
  }

  /** Returns an id without the prefix {@code 1-}, which Sunbird RC puts before its ids. */
  public static String bare(String id) {
    return id.startsWith("1-") ? id.substring(2) : id;
  }

  /** Parses an id; empty if the text is not exactly one id. */
  public static Optional<UUID> parse(String text) {
    try {
      return Optional.of(UUID.fromString(text)).filter(id -> id.toString().equalsIgnoreCase(text));
    } catch (IllegalArgumentException notAnId) {
      return Optional.empty();
    }
  }
}
