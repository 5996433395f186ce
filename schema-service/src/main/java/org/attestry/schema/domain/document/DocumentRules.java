package org.attestry.schema.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.attestry.contracts.Violation;

/** Rules that are themselves JSON Schemas. Called on one worker thread. */
public interface DocumentRules {

  /** What makes a document no JSON Schema of draft-07. */
  List<Violation> draft07(JsonNode document);

  /**
   * What is wrong with the shape of an {@code _osConfig}.
   *
   * @param pointer where it stands; it leads the pointers of the violations
   */
  List<Violation> osConfig(JsonNode config, String pointer);
}
