package org.attestry.credential.suite;

/** The handling of terms that a template's contexts do not define. */
public enum UndefinedTermsPolicy {
  /** They are signed under a context that we generate and serve. */
  GENERATE,
  /** They are refused, with their pointers. */
  REFUSE
}
