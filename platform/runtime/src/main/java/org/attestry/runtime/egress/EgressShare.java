package org.attestry.runtime.egress;

/** The share of the concurrent requests to one origin that one kind of fetch may use. */
public enum EgressShare {
  /** All requests: the source of the URL is trusted. */
  WHOLE,
  /** A quarter of the requests, at least one: the source of the URL is not trusted. */
  SMALL;

  int of(int requests) {
    return this == WHOLE ? requests : Math.max(1, requests / 4);
  }
}
