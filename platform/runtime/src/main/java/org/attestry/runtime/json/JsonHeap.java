package org.attestry.runtime.json;

/**
 * Estimates from the bytes of a JSON text how much heap a request with it takes, before it is
 * parsed. The scan is linear and allocates nothing. What it counts was measured with compressed
 * object pointers: an object of a tree takes 80 bytes, 320 with an {@code osid}; an array 112; a
 * value or a member's name with its place in an array or object about as much as a short text.
 */
public final class JsonHeap {

  /** An object with an {@code osid}, in bytes. */
  public static final int OBJECT = 320;

  private static final int ARRAY = 112;
  private static final int MEMBER = 96;
  private static final int VALUE = 72;

  /** A character outside Latin-1 takes two bytes and makes its neighbours take two. */
  private static final int TEXT_BYTE = 2;

  /** The digits of a number beyond those of a machine word. */
  private static final int PLAIN_BYTE = 4;

  /** A request is worked on: its tree is checked, copied and written. */
  private static final int COPIES = 2;

  /** The message, its bytes and the part of them that is the body. */
  private static final int RAW_BYTE = 3;

  private JsonHeap() {}

  /**
   * Returns the estimate, in bytes.
   *
   * @param utf8 any bytes; those that are not JSON are estimated too
   */
  public static long of(byte[] utf8) {
    return COPIES * tree(utf8) + (long) RAW_BYTE * utf8.length;
  }

  /** Returns the estimate for the tree alone, in bytes. */
  public static long tree(byte[] utf8) {
    long tree = VALUE;
    boolean inText = false;
    for (int i = 0; i < utf8.length; i++) {
      byte each = utf8[i];
      if (inText) {
        tree += TEXT_BYTE;
        if (each == '\\') {
          i++;
        } else if (each == '"') {
          inText = false;
        }
      } else {
        inText = each == '"';
        tree += cost(each);
      }
    }
    return tree;
  }

  private static int cost(byte outsideTexts) {
    return switch (outsideTexts) {
      case '{' -> OBJECT;
      case '[' -> ARRAY;
      case ':' -> MEMBER;
      case ',' -> VALUE;
      default -> PLAIN_BYTE;
    };
  }
}
