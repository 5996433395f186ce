package org.attestry.registry.access;

/** Which entities a caller finds: all, or only the caller's own. */
public enum SearchScope {
  ALL,
  OWN
}
