package org.attestry.contracts.schema;

import java.util.List;
import org.attestry.contracts.Violation;

/**
 * What a create or change of a schema answers.
 *
 * @param osid the schema's id, null for a dry run of a new schema
 * @param warnings what was accepted but is not acted on, or looks like a mistake, 100 at the most
 * @param moreWarnings how many there are beside those listed
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
