package org.attestry.credential.status;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/**
 * The bits of a status list (W3C Bitstring Status List v1.0, sections 3.3 and 3.4). The bit of
 * index 0 is the first bit of the first byte, the one of the highest value.
 */
public final class Bitstring {

  /** The entries of a list: the fewest that the specification allows, for herd privacy. */
  public static final int LENGTH = 131_072;

  /** The entries of a segment, which is stored as a row of its own. */
  public static final int SEGMENT = 2_048;

  static final String BASE64URL = "u";

  private Bitstring() {}

  /** A list of which no bit is set, in bytes. */
  public static byte[] empty() {
    return new byte[LENGTH / Byte.SIZE];
  }

  /** The bit of an index. */
  static boolean isSet(byte[] bits, int index) {
    return (bits[index / Byte.SIZE] >> (Byte.SIZE - 1 - index % Byte.SIZE) & 1) == 1;
  }

  /** The value of {@code encodedList}: GZIP (RFC 1952), Base64url without padding, multibase. */
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
