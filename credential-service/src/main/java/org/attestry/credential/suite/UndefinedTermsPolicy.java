package org.attestry.credential.suite;

/** What happens to terms that a template's contexts do not define. */
public enum UndefinedTermsPolicy {
  /** They are signed under a context that we generate and serve. */
  GENERATE,
  /** They are refused, with their pointers. */
  REFUSE
}
