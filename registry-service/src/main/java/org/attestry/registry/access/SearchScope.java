package org.attestry.registry.access;

/** The entities that a caller finds: all, or only the caller's own. */
public enum SearchScope {
  ALL,
  OWN
}
