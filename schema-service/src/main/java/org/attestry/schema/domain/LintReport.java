package org.attestry.schema.domain;

import java.util.List;
import java.util.Map;
import org.attestry.contracts.schema.EntityType;
import org.attestry.schema.domain.document.Findings;
import org.attestry.schema.domain.document.Remarks;

/**
 * What was found of a document with everything that it references.
 *
 * @param publication what it becomes if nothing is refused
 * @param violations with which it cannot be published
 * @param all what is to be said of it, worst first
 */
record LintReport(Publication publication, Remarks violations, Remarks all) {

  static LintReport of(
      List<EntityType> types, Map<String, LibraryVersion> libraries, Findings findings) {
    return new LintReport(
        new Publication(types, libraries, findings.warnings()),
        findings.violations(),
        findings.all());
  }

  /**
   * What would keep a draft from being published, and what would be warned of.
   *
   * @param strict whether it fails with INVALID when there is any of it
   */
  Remarks remarks(boolean strict) {
    if (strict && !all.isEmpty()) {
      throw SchemaFailures.warned(all);
    }
    return all;
  }

  /**
   * What the document becomes, at revision 0; fails with INVALID when it cannot be published.
   *
   * @param strict whether it fails with INVALID when there is a warning
   */
  Publication publication(boolean strict) {
    if (!violations.isEmpty()) {
      throw SchemaFailures.invalidDocument(violations);
    }
    if (strict && !publication.warnings().isEmpty()) {
      throw SchemaFailures.warned(publication.warnings());
    }
    return publication;
  }
}
