package org.attestry.credential.signing;

/** How strict the reading of a document is. */
public enum Rules {
  /** For what we sign: also refuses what canonicalizers are known to disagree about. */
  ISSUE,
  /** For what others signed: refuses what the signature would not cover. */
  VERIFY
}
