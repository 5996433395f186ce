package org.attestry.schema.stored;

import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.schema.document.SchemaDocument;

/**
 * A requested change of a schema.
 *
 * @param from the current schema
 * @param document the new document
 * @param text the new document as it was sent
 * @param status the new status
 * @param caller user id
 * @param options options of the request
 */
public record SchemaChange(
    Schema from,
    SchemaDocument document,
    String text,
    SchemaStatus status,
    String caller,
    Options options) {

  /**
   * @param strict whether the change is refused if there are warnings
   * @param dryRun whether nothing is stored
   * @param narrow whether the new document may accept fewer entities than before if no stored
   *     entity becomes invalid
   */
  public record Options(boolean strict, boolean dryRun, boolean narrow) {}

  public boolean sameDocument() {
    return text.equals(from.document());
  }

  public boolean changesNothing() {
    return sameDocument() && status == from.status();
  }

  /** Whether a published schema stays published, and so may get a new version. */
  public boolean isNewVersion() {
    return from.status() == SchemaStatus.PUBLISHED && status == SchemaStatus.PUBLISHED;
  }

  /** Returns the changed schema. */
  public Schema to(int version) {
    return from.changed(document.title(), text, status, version, caller);
  }
}
