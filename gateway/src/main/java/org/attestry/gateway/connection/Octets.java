package org.attestry.gateway.connection;

import io.netty.buffer.ByteBuf;

/** Character classes of HTTP (RFC 9110 section 5.6). */
final class Octets {

  private static final String TOKEN_SYMBOLS = "!#$%&'*+-.^_`|~";
  private static final boolean[] TOKEN = tokens();

  private Octets() {}

  /** Returns the end of the token that begins at {@code from}; {@code from} if there is none. */
  static int tokenEnd(ByteBuf line, int from, int to) {
    int end = from;
    while (end < to && TOKEN[line.getByte(end) & 0xff]) {
      end++;
    }
    return end;
  }

  /** Whether the octet may be part of a field's value: no control character other than a tab. */
  static boolean isText(byte octet) {
    return octet >= ' ' && octet != 0x7f || octet < 0 || octet == '\t';
  }

  static boolean isBlank(byte octet) {
    return octet == ' ' || octet == '\t';
  }

  /** The value of a hexadecimal digit, -1 for anything else. */
  static int hexadecimal(byte octet) {
    return octet < 0 ? -1 : Character.digit((char) octet, 16);
  }

  private static boolean[] tokens() {
    boolean[] tokens = new boolean[256];
    for (char c = 0; c < 128; c++) {
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      tokens[c] = letter || TOKEN_SYMBOLS.indexOf(c) >= 0;
    }
    return tokens;
  }
}
