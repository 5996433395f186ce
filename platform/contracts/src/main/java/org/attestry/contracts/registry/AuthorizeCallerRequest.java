package org.attestry.contracts.registry;

/**
 * @param right what the caller wants to do
 * @param property the top-level property that it is about, or null
 */
public record AuthorizeCallerRequest(String type, String id, Right right, String property) {

  /** What hangs on an entity and is kept by another service. */
  public enum Right {
    READ_FILE,
    CHANGE_FILE,
    READ_CLAIM
  }
}
