package org.attestry.credential.status;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/**
 * The bits of a status list (W3C Bitstring Status List v1.0, sections 3.3 and 3.4). Index 0 is the
 * most significant bit of the first byte.
 */
public final class Bitstring {

  /** The entries of a list: the smallest number that the specification allows, for herd privacy. */
  public static final int LENGTH = 131_072;

  /** The entries of a segment, which is one row. */
  public static final int SEGMENT = 2_048;

  static final String BASE64URL = "u";

  private Bitstring() {}

  /** Returns the bytes of a list in which no bit is set. */
  public static byte[] empty() {
    return new byte[LENGTH / Byte.SIZE];
  }

  /** Returns the bit of an index. */
  static boolean isSet(byte[] bits, int index) {
    return (bits[index / Byte.SIZE] >> (Byte.SIZE - 1 - index % Byte.SIZE) & 1) == 1;
  }

  /**
   * Returns the value of {@code encodedList}: GZIP (RFC 1952), Base64url without padding,
   * multibase.
   */
  public static String encode(byte[] bits) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bits);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return BASE64URL + Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
  }
}
