package org.attestry.contracts.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * The differences of two versions of a document.
 *
 * @param changes in the documents' order, 100 at the most
 * @param moreChanges how many others there are
 */
public record SchemaComparison(int from, int to, List<Change> changes, int moreChanges) {

  public SchemaComparison {
    changes = List.copyOf(changes);
  }

  /**
   * @param pointer where
   * @param before the value in the first version, or null if there is none; a value of more than
   *     2,000 bytes is replaced by a text with its length
   * @param after the value in the second version, likewise
   */
  public record Change(
      String pointer,
      @JsonProperty("old") JsonBytes before,
      @JsonProperty("new") JsonBytes after) {}
}
