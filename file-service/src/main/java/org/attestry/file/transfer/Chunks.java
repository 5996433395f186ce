package org.attestry.file.transfer;

/**
 * How much of a file a download has in memory. A number of downloads read in large chunks; all
 * others read in small ones, so that all of them together need constant memory. Used on one event
 * loop.
 */
final class Chunks {

  private static final int LARGE = 512 << 10;
  private static final int SMALL = 32 << 10;
  private static final int MOST_LARGE = 32;

  private int large;

  /** The size of the next chunk, which must be given back. */
  int take(long left) {
    if (left <= SMALL || large == MOST_LARGE) {
      return (int) Math.min(SMALL, left);
    }
    large++;
    return (int) Math.min(LARGE, left);
  }

  void giveBack(int size) {
    if (size > SMALL) {
      large--;
    }
  }
}
