package org.attestry.gateway.connection;

import io.netty.buffer.ByteBuf;

/**
 * Joins small chunks that are complete in one read into one chunk, because everything after the
 * framing works once for each chunk. The bytes are rewritten where they are: the content of the
 * chunks stands at the end, after a size that is padded with zeros. Positions count from the
 * buffer's reader index.
 */
final class ChunkJoin {

  /** The largest chunk that is joined; to move more would cost more than it saves. */
  private static final int LARGEST = 512;

  /** The framing of the chunks that are joined becomes one line, which decoders limit. */
  private static final int MOST_FRAMING = 1_000;

  private static final int LINE_END = 2;

  private int began;
  private int end = -1;
  private int chunks;
  private int content;

  /** Forgets all positions; the buffer of the next read is another one. */
  void reset() {
    end = -1;
    chunks = 0;
    content = 0;
  }

  /**
   * Adds a chunk.
   *
   * @param line where the line with its size begins
   * @param from where its content begins
   * @param length the length of its content
   * @param to the end of the line after its content
   */
  void add(ByteBuf read, int line, int from, int length, int to) {
    if (line != end || length > LARGEST || to - began - content - length > MOST_FRAMING) {
      finish(read);
      reset();
      began = line;
    }
    if (length > LARGEST) {
      return;
    }
    int base = read.readerIndex();
    for (int i = 0; i < length; i++) {
      read.setByte(base + began + content + i, read.getByte(base + from + i));
    }
    content += length;
    chunks++;
    end = to;
  }

  /** Writes the joined chunk over those that were added. */
  void finish(ByteBuf read) {
    if (chunks == 0) {
      return;
    }
    int first = read.readerIndex() + began;
    int target = read.readerIndex() + end - LINE_END - content;
    for (int i = content - 1; i >= 0; i--) {
      read.setByte(target + i, read.getByte(first + i));
    }
    read.setByte(target - 1, '\n');
    read.setByte(target - 2, '\r');
    int size = content;
    for (int at = target - LINE_END - 1; at >= first; at--) {
      read.setByte(at, Character.forDigit(size & 0xf, 16));
      size >>>= 4;
    }
  }
}
