package org.attestry.credential.jsonld;

/** The strictness of reading a document. */
public enum Rules {
  /** For documents that we sign: also refuses values on which canonicalizers disagree. */
  ISSUE,
  /** For signed documents: refuses values that the signature would not cover. */
  VERIFY,
  /**
   * For documents that this service signed before 2026-11-27: as {@link #VERIFY}, but language tags
   * of contexts are as written, not in lower case.
   */
  VERIFY_FORMER
}
