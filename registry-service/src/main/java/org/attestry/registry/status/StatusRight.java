package org.attestry.registry.status;

/**
 * The right by which a caller changes the status of a credential, in ascending order: a suspension
 * is changed by an equal or a higher right only.
 */
public enum StatusRight {
  /** The right of owners, and of callers who may act for an entity without owner. */
  OWNER,
  /** The right of the attestors of a policy with {@code attestorMayRevoke}. */
  ATTESTOR,
  ADMIN
}
