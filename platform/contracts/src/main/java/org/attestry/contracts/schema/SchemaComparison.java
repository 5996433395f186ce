package org.attestry.contracts.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * Where two versions of a document differ.
 *
 * @param changes in the documents' order, 100 at the most
 * @param moreChanges how many there are beside those listed
 */
public record SchemaComparison(int from, int to, List<Change> changes, int moreChanges) {

  public SchemaComparison {
    changes = List.copyOf(changes);
  }

  /**
   * @param pointer where
   * @param before the value in the one, or null where there is none; in place of one of more than
   *     2,000 bytes, a text that says how long it is
   * @param after the value in the other in the same way, or null where there is none
   */
  public record Change(
      String pointer,
      @JsonProperty("old") JsonBytes before,
      @JsonProperty("new") JsonBytes after) {}
}
