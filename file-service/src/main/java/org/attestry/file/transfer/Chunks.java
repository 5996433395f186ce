package org.attestry.file.transfer;

/**
 * Chunk sizes of downloads. At most 32 chunks are large at a time, all others are small, so that
 * downloads together need bounded memory. Used on one event loop.
 */
final class Chunks {

  private static final int LARGE = 512 << 10;
  private static final int SMALL = 32 << 10;
  private static final int MOST_LARGE = 32;

  private int large;

  /** The size of the next chunk, which must be released. */
  int take(long left) {
    if (left <= SMALL || large == MOST_LARGE) {
      return (int) Math.min(SMALL, left);
    }
    large++;
    return (int) Math.min(LARGE, left);
  }

  void release(int size) {
    if (size > SMALL) {
      large--;
    }
  }
}
