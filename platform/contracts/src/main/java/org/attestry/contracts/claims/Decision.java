package org.attestry.contracts.claims;

/** How a claim was closed. */
public enum Decision {
  GRANTED,
  REJECTED,
  WITHDRAWN
}
