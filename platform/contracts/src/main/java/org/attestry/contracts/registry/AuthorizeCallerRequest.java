package org.attestry.contracts.registry;

/**
 * @param right the right to check
 * @param property the top-level property that is accessed, or null
 * @param claimId the claim that is accessed, or null; callers who can decide it may read it
 */
public record AuthorizeCallerRequest(
    String type, String id, Right right, String property, String claimId) {

  /** For a property, or the whole entity. */
  public AuthorizeCallerRequest(String type, String id, Right right, String property) {
    this(type, id, right, property, null);
  }

  /** Rights on data of an entity that another service stores. */
  public enum Right {
    READ_FILE,
    CHANGE_FILE,
    READ_CLAIM
  }
}
