package org.attestry.schema.domain;

import org.attestry.schema.domain.document.Remarks;

/**
 * The result of linting a document with all that it references.
 *
 * @param publication its publication, valid if there are no violations
 * @param violations that prevent the publication
 * @param all violations and warnings, worst first
 */
record LintReport(Publication publication, Remarks violations, Remarks all) {

  /**
   * The remarks on a draft.
   *
   * @param strict whether it fails INVALID when there are any
   */
  Remarks remarks(boolean strict) {
    if (strict && !all.isEmpty()) {
      throw SchemaFailures.warned(all);
    }
    return all;
  }

  /**
   * The publication, at revision 0; fails INVALID when there are violations.
   *
   * @param strict whether it also fails INVALID when there are warnings
   */
  Publication publication(boolean strict) {
    if (!violations.isEmpty()) {
      throw SchemaFailures.invalidDocument(violations);
    }
    return publication.checked(strict);
  }
}
