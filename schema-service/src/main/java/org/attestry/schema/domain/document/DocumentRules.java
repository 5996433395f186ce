package org.attestry.schema.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.attestry.contracts.Violation;

/** Rules that are themselves JSON Schemas. Safe for use by several threads. */
public interface DocumentRules {

  /**
   * What makes a schema none of draft-07. It is given without lists and without the schemas below
   * it (see {@link ShapeCheck}): what this takes grows with them.
   *
   * @param pointer where it stands; it leads the pointers of the violations
   */
  List<Violation> draft07(JsonNode schema, String pointer);

  /**
   * What is wrong with the shape of an {@code _osConfig}, of which the size is limited.
   *
   * @param pointer where it stands; it leads the pointers of the violations
   */
  List<Violation> osConfig(JsonNode config, String pointer);
}
