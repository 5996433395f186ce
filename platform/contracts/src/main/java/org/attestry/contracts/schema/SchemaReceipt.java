package org.attestry.contracts.schema;

import java.util.List;
import org.attestry.contracts.Violation;

/**
 * The reply to the creation or change of a schema.
 *
 * @param osid the schema's id, null for a dry run of a new schema
 * @param warnings about what is accepted without effect, or is likely a mistake; 100 at the most
 * @param moreWarnings how many others there are
 * @param report how a changed document differs from the one before, for a dry run; else null
 */
public record SchemaReceipt(
    String osid, List<Violation> warnings, int moreWarnings, SchemaChangeReport report) {

  public SchemaReceipt {
    warnings = List.copyOf(warnings);
  }

  /** A receipt without a report. */
  public SchemaReceipt(String osid, List<Violation> warnings) {
    this(osid, warnings, 0, null);
  }
}
