package org.attestry.contracts.schema;

import java.util.List;
import org.attestry.contracts.Violation;

/**
 * What a create or change of a schema answers.
 *
 * @param osid the schema's id
 * @param warnings what was accepted but is not acted on, or looks like a mistake
 */
public record SchemaReceipt(String osid, List<Violation> warnings) {

  public SchemaReceipt {
    warnings = List.copyOf(warnings);
  }
}
