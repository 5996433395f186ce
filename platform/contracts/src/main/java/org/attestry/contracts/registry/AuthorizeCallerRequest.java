package org.attestry.contracts.registry;

/**
 * @param right what the caller wants to do
 * @param property the top-level property that it is about, or null
 * @param claimId the claim that it is about, or null: who could decide it may read it
 */
public record AuthorizeCallerRequest(
    String type, String id, Right right, String property, String claimId) {

  /** About a property, or the whole entity. */
  public AuthorizeCallerRequest(String type, String id, Right right, String property) {
    this(type, id, right, property, null);
  }

  /** What hangs on an entity and is kept by another service. */
  public enum Right {
    READ_FILE,
    CHANGE_FILE,
    READ_CLAIM
  }
}
