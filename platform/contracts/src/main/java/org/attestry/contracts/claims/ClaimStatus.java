package org.attestry.contracts.claims;

/** Whether a claim waits for a decision. */
public enum ClaimStatus {
  OPEN,
  CLOSED
}
