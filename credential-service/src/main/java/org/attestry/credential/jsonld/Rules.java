package org.attestry.credential.jsonld;

/** How strict the reading of a document is. */
public enum Rules {
  /** For what we sign: also refuses what canonicalizers are known to disagree about. */
  ISSUE,
  /** For what others signed: refuses what the signature would not cover. */
  VERIFY,
  /**
   * The same for what this service signed before 2026-11-27: language tags of contexts are as they
   * stand there, and not in lower case.
   */
  VERIFY_FORMER
}
