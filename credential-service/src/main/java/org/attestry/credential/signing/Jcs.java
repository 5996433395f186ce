package org.attestry.credential.signing;

import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.erdtman.jcs.JsonCanonicalizer;

/** The JSON Canonicalization Scheme (RFC 8785), as JSON literals are written in RDF. */
final class Jcs {

  private Jcs() {}

  /** The canonical text of any JSON value; its numbers are IEEE 754 doubles. */
  static String of(JsonValue value) {
    try {
      String canonical = new JsonCanonicalizer('[' + value.toString() + ']').getEncodedString();
      return canonical.substring(1, canonical.length() - 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
