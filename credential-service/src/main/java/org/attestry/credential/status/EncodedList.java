package org.attestry.credential.status;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.OptionalInt;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.attestry.runtime.fair.Budget;

/** Reads the encoded statuses of a foreign list. */
public final class EncodedList {

  private static final int LEAST_BYTES = Bitstring.LENGTH / Byte.SIZE;
  private static final int CHUNK = 1_024;

  private EncodedList() {}

  /**
   * Returns a status of the list. Only so much is decompressed as is needed to find it, and to
   * check that the list has the smallest number of entries that its specification allows.
   *
   * @param bits of a status: 1, 2, 4 or 8
   * @param budget one step for each 1,024 decompressed bytes
   * @return empty for an index beyond the list
   * @throws IllegalArgumentException if the text is no list, or the list is too short
   */
  public static OptionalInt status(
      String encoded, ListDialect dialect, int bits, int index, Budget budget) {
    int inByte = Byte.SIZE / bits;
    int least = dialect == ListDialect.TOKEN ? 0 : LEAST_BYTES;
    OptionalInt found = find(zipped(encoded, dialect), dialect, least, index / inByte, budget);
    int place = index % inByte;
    int shift = dialect == ListDialect.TOKEN ? place * bits : Byte.SIZE - 1 - place;
    return found.isEmpty() ? found : OptionalInt.of(found.getAsInt() >> shift & (1 << bits) - 1);
  }

  /** Returns the byte at a position. */
  private static OptionalInt find(
      byte[] zipped, ListDialect dialect, int least, int wanted, Budget budget) {
    OptionalInt found = OptionalInt.empty();
    int position = 0;
    try (InputStream bytes = unzipped(new ByteArrayInputStream(zipped), dialect)) {
      byte[] chunk = new byte[CHUNK];
      int read = CHUNK;
      while (read == CHUNK && (position < least || position <= wanted)) {
        budget.spend();
        read = bytes.readNBytes(chunk, 0, CHUNK);
        if (wanted >= position && wanted < position + read) {
          found = OptionalInt.of(chunk[wanted - position] & 0xFF);
        }
        position += read;
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("The list is not compressed as it must be.", e);
    }
    if (position < least) {
      throw new IllegalArgumentException("A list has 131,072 entries at the least.");
    }
    return found;
  }

  /** Decompresses GZIP, or ZLIB in a Token Status List. */
  private static InputStream unzipped(InputStream zipped, ListDialect dialect) throws IOException {
    return dialect == ListDialect.TOKEN
        ? new InflaterInputStream(zipped)
        : new GZIPInputStream(zipped);
  }

  private static byte[] zipped(String encoded, ListDialect dialect) {
    if (dialect.multibase() && !encoded.startsWith(Bitstring.BASE64URL)) {
      throw new IllegalArgumentException("The list must begin with " + Bitstring.BASE64URL);
    }
    return Base64.getUrlDecoder().decode(dialect.multibase() ? encoded.substring(1) : encoded);
  }
}
