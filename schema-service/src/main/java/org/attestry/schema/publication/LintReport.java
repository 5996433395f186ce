package org.attestry.schema.publication;

import org.attestry.contracts.ListedViolations;
import org.attestry.schema.stored.SchemaFailures;

/**
 * The result of linting a document together with the documents that it references.
 *
 * @param publication the compiled publication, valid only if there are no violations
 * @param violations the violations that prevent the publication
 * @param all violations and warnings, worst first
 */
record LintReport(Publication publication, ListedViolations violations, ListedViolations all) {

  /** Returns the same report with further warnings. */
  LintReport with(ListedViolations warnings) {
    return new LintReport(publication.with(warnings), violations, all.and(warnings));
  }

  /**
   * Returns the remarks on a draft.
   *
   * @param strict whether to fail INVALID if there are any
   */
  ListedViolations remarks(boolean strict) {
    if (strict && !all.isEmpty()) {
      throw SchemaFailures.warned(all);
    }
    return all;
  }

  /**
   * Returns the publication, at revision 0; fails INVALID if there are violations.
   *
   * @param strict whether to fail INVALID also if there are warnings
   */
  Publication publication(boolean strict) {
    if (!violations.isEmpty()) {
      throw SchemaFailures.invalidDocument(violations);
    }
    return publication.checked(strict);
  }
}
