package org.attestry.credential.canonical;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.erdtman.jcs.JsonCanonicalizer;

/** The JSON Canonicalization Scheme (RFC 8785), which is also the form of JSON literals in RDF. */
public final class Jcs {

  private Jcs() {}

  /** The canonical text of any JSON value; its numbers are IEEE 754 doubles. */
  public static String of(JsonValue value) {
    return of(value.toString());
  }

  /** Returns the canonical text of any JSON value; its numbers are IEEE 754 doubles. */
  public static String of(JsonNode value) {
    return of(value.toString());
  }

  private static String of(String json) {
    try {
      String canonical = new JsonCanonicalizer('[' + json + ']').getEncodedString();
      return canonical.substring(1, canonical.length() - 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
