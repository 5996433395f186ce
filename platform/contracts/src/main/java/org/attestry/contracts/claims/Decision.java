package org.attestry.contracts.claims;

/** How a claim was closed. */
public enum Decision {
  GRANTED,
  REJECTED,
  WITHDRAWN,
  /** Nobody decided it within the time that its policy allows. */
  EXPIRED
}
