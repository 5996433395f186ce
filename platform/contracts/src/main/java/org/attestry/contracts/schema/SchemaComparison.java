package org.attestry.contracts.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * The differences of two versions of a document.
 *
 * @param changes the differences in the documents' order, at most 100
 * @param moreChanges the number of differences that are not listed
 */
public record SchemaComparison(int from, int to, List<Change> changes, int moreChanges) {

  public SchemaComparison {
    changes = List.copyOf(changes);
  }

  /**
   * @param pointer RFC 6901 pointer to the value
   * @param before the value in the first version, or null if there is none; a value of more than
   *     2,000 bytes is replaced by a string that states its length
   * @param after the value in the second version, likewise
   */
  public record Change(
      String pointer,
      @JsonProperty("old") JsonBytes before,
      @JsonProperty("new") JsonBytes after) {}
}
