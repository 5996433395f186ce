package org.attestry.contracts.claims;

/** Whether a decision on a claim is pending. */
public enum ClaimStatus {
  OPEN,
  CLOSED
}
