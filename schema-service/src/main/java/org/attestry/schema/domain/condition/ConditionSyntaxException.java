package org.attestry.schema.domain.condition;

/** A condition that cannot be read. The message says where and what is expected there. */
public final class ConditionSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int position;

  /**
   * @param position of the first character at fault, from 1
   */
  ConditionSyntaxException(int position, String problem) {
    super("The condition, at character %d: %s".formatted(position, problem), null, false, false);
    this.position = position;
  }

  public int position() {
    return position;
  }
}
