package org.attestry.condition;

/** A syntax error in a condition. The message states the position and what is expected there. */
public final class ConditionSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int position;

  /**
   * @param position the position of the wrong character, from 1
   */
  ConditionSyntaxException(int position, String problem) {
    super("The condition, at character %d: %s".formatted(position, problem), null, false, false);
    this.position = position;
  }

  public int position() {
    return position;
  }
}
