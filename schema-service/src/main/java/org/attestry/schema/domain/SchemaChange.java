package org.attestry.schema.domain;

import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.schema.domain.document.SchemaDocument;

/**
 * What a caller wants of a schema.
 *
 * @param from the schema as it is
 * @param document the document that it shall have
 * @param text the document as it was sent
 * @param status the status that it shall have
 * @param caller user id
 * @param options how the change is made
 */
record SchemaChange(
    Schema from,
    SchemaDocument document,
    String text,
    SchemaStatus status,
    String caller,
    Options options) {

  /**
   * @param strict whether whatever would be warned of is refused
   * @param dryRun whether nothing is stored
   * @param narrow whether less may be accepted than before if nothing stored breaks
   */
  record Options(boolean strict, boolean dryRun, boolean narrow) {}

  boolean sameDocument() {
    return text.equals(from.document());
  }

  boolean changesNothing() {
    return sameDocument() && status == from.status();
  }

  /** Whether a published document is to be followed by another one. */
  boolean renews() {
    return from.status() == SchemaStatus.PUBLISHED && status == SchemaStatus.PUBLISHED;
  }

  /** The schema as it shall be. */
  Schema to(int version) {
    return from.changed(document.title(), text, status, version, caller);
  }
}
