package org.attestry.credential.revoke;

import java.util.regex.Pattern;

/**
 * Absolute IRIs (RFC 3987) without characters that N-Quads would have to escape, and without white
 * space of any script.
 */
public final class AbsoluteIri {

  private static final Pattern IRI =
      Pattern.compile(
          "[A-Za-z][A-Za-z0-9+.-]*:[^\\x00-\\x20<>\"{}|\\\\^`\\x7F\\p{Z}\\x{85}\\x{FEFF}]+");

  private AbsoluteIri() {}

  /** Says whether a credential can use the text as an id. */
  public static boolean is(String text) {
    return IRI.matcher(text).matches();
  }
}
