package org.attestry.runtime.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/** Writes instants as ISO 8601 in UTC with milliseconds. */
final class InstantText extends JsonSerializer<Instant> {

  private static final DateTimeFormatter MILLISECONDS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  @Override
  public void serialize(Instant value, JsonGenerator out, SerializerProvider provider)
      throws IOException {
    out.writeString(MILLISECONDS.format(value));
  }
}
