package org.attestry.contracts.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * Where two versions of a document differ.
 *
 * @param changes in the documents' order
 */
public record SchemaComparison(int from, int to, List<Change> changes) {

  public SchemaComparison {
    changes = List.copyOf(changes);
  }

  /**
   * @param pointer where
   * @param before the value in the one, or null where there is none
   * @param after the value in the other, or null where there is none
   */
  public record Change(
      String pointer,
      @JsonProperty("old") JsonBytes before,
      @JsonProperty("new") JsonBytes after) {}
}
