package org.attestry.contracts;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A JSON value as UTF-8 text. In a request or reply it is embedded without parsing, so that a body
 * is parsed once, by the service that needs its content.
 */
public final class JsonBytes {

  private final byte[] utf8;

  private JsonBytes(byte[] utf8) {
    this.utf8 = utf8;
  }

  /** Wraps the array without copying it: the array must not change afterwards. */
  public static JsonBytes of(byte[] utf8) {
    return new JsonBytes(utf8);
  }

  public static JsonBytes of(String json) {
    return new JsonBytes(json.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the array itself, not a copy: callers must only read it. */
  public byte[] utf8() {
    return utf8;
  }

  public String text() {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JsonBytes that && Arrays.equals(utf8, that.utf8);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(utf8);
  }

  /** Returns only the size, so that bodies are not logged. */
  @Override
  public String toString() {
    return "JsonBytes[" + utf8.length + " bytes]";
  }
}
