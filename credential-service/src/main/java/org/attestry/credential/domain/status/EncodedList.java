package org.attestry.credential.domain.status;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.attestry.runtime.work.Budget;

/** The value of {@code encodedList} in a status list of somebody else. */
public final class EncodedList {

  private static final int LEAST_BYTES = Bitstring.LENGTH / Byte.SIZE;
  private static final int CHUNK = 1_024;

  private EncodedList() {}

  /**
   * A bit of the list. Only as much is decompressed as is needed to find it, and to see that the
   * list has the fewest entries that the specification allows.
   *
   * @param budget a step for each 1,024 bytes that are decompressed
   * @return empty for an index beyond the list
   * @throws IllegalArgumentException if the text is no list, or one that is too short
   */
  public static Optional<Boolean> bit(
      String encoded, ListDialect dialect, int index, Budget budget) {
    int wanted = index / Byte.SIZE;
    int found = -1;
    int position = 0;
    try (InputStream bits =
        new GZIPInputStream(new ByteArrayInputStream(zipped(encoded, dialect)))) {
      byte[] chunk = new byte[CHUNK];
      int read = CHUNK;
      while (read == CHUNK && (position < LEAST_BYTES || position <= wanted)) {
        budget.spend();
        read = bits.readNBytes(chunk, 0, CHUNK);
        if (wanted >= position && wanted < position + read) {
          found = chunk[wanted - position] >> (Byte.SIZE - 1 - index % Byte.SIZE) & 1;
        }
        position += read;
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("The list is not compressed with GZIP.", e);
    }
    if (position < LEAST_BYTES) {
      throw new IllegalArgumentException("A list has 131,072 entries at the least.");
    }
    return found < 0 ? Optional.empty() : Optional.of(found == 1);
  }

  private static byte[] zipped(String encoded, ListDialect dialect) {
    if (dialect.multibase() && !encoded.startsWith(Bitstring.BASE64URL)) {
      throw new IllegalArgumentException("The list must begin with " + Bitstring.BASE64URL);
    }
    return Base64.getUrlDecoder().decode(dialect.multibase() ? encoded.substring(1) : encoded);
  }
}
