package org.attestry.credential.typeset;

import com.openhtmltopdf.bidi.BidiReorderer;
import com.openhtmltopdf.bidi.BidiSplitter;
import com.openhtmltopdf.bidi.BidiTextRun;
import java.text.Bidi;

/** Splits a paragraph into runs of one direction (UAX #9), by the JDK. */
public final class TextDirections implements BidiSplitter {

  private static final String MIRRORED = "()[]{}<>«»";

  /** Leaves texts that are shaped in logical order, because shaping puts them in visual order. */
  public static BidiReorderer logical(Scripts scripts) {
    return new BidiReorderer() {
      @Override
      public String reorderRTLTextToLTR(String text) {
        return scripts.in(text) ? text : visual(text);
      }

      @Override
      public String shapeText(String text) {
        return text;
      }

      @Override
      public String deshapeText(String text) {
        return text;
      }

      @Override
      public boolean isLiveImplementation() {
        return true;
      }
    };
  }

  private Bidi bidi;

  /** Returns the text from left to right, with mirrored brackets. */
  static String visual(String text) {
    StringBuilder reversed = new StringBuilder(text).reverse();
    for (int i = 0; i < reversed.length(); i++) {
      int at = MIRRORED.indexOf(reversed.charAt(i));
      if (at >= 0) {
        reversed.setCharAt(i, MIRRORED.charAt(at ^ 1));
      }
    }
    return reversed.toString();
  }

  @Override
  public void setParagraph(String paragraph, byte defaultDirection) {
    bidi =
        new Bidi(
            paragraph,
            defaultDirection == RTL
                ? Bidi.DIRECTION_DEFAULT_RIGHT_TO_LEFT
                : Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT);
  }

  @Override
  public int countTextRuns() {
    return bidi.getRunCount();
  }

  @Override
  public BidiTextRun getVisualRun(int index) {
    int count = bidi.getRunCount();
    byte[] levels = new byte[count];
    Integer[] order = new Integer[count];
    for (int i = 0; i < count; i++) {
      levels[i] = (byte) bidi.getRunLevel(i);
      order[i] = i;
    }
    Bidi.reorderVisually(levels, 0, order, 0, count);
    int run = order[index];
    int start = bidi.getRunStart(run);
    byte direction = bidi.getRunLevel(run) % 2 == 0 ? LTR : RTL;
    return new BidiTextRun(start, bidi.getRunLimit(run) - start, direction);
  }

  @Override
  public byte getBaseDirection(String paragraph) {
    for (int i = 0; i < paragraph.length(); i++) {
      switch (Character.getDirectionality(paragraph.charAt(i))) {
        case Character.DIRECTIONALITY_LEFT_TO_RIGHT -> {
          return LTR;
        }
        case Character.DIRECTIONALITY_RIGHT_TO_LEFT,
            Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC -> {
          return RTL;
        }
        default -> {
          // The direction of the character is not strong.
        }
      }
    }
    return NEUTRAL;
  }
}
