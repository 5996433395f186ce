package org.attestry.runtime.json;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** Parses the times in search filters. */
public final class TimeText {

  private static final int DATE_LENGTH = "2026-01-02".length();
  private static final int LAST_YEAR = 9_999;

  private TimeText() {}

  /**
   * Parses a date, which stands for its start in UTC, or a time with an offset (RFC 3339). Years
   * must be from 1 to 9999, because the database cannot store others. Empty for any other text.
   */
  public static Optional<OffsetDateTime> parse(String text) {
    try {
      OffsetDateTime time =
          text.length() == DATE_LENGTH
              ? LocalDate.parse(text).atStartOfDay().atOffset(ZoneOffset.UTC)
              : OffsetDateTime.parse(text);
      return Optional.of(time).filter(t -> t.getYear() >= 1 && t.getYear() <= LAST_YEAR);
    } catch (DateTimeException notATime) {
      return Optional.empty();
    }
  }
}
