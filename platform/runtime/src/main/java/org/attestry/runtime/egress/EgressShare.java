package org.attestry.runtime.egress;

/** How many of the requests to one origin may be made for one kind of fetch. */
public enum EgressShare {
  /** All of them: who chose the address is trusted. */
  WHOLE,
  /** A quarter, at least one: anybody may have chosen the address. */
  SMALL;

  int of(int requests) {
    return this == WHOLE ? requests : Math.max(1, requests / 4);
  }
}
