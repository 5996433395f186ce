package org.attestry.contracts.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * How a document differs from the one in force, and what that means for the stored entities.
 *
 * @param accepted whether the change is made, or would be
 * @param reason why it is not, or null
 * @param changes differences that have a meaning for entities, 100 at the most; titles and
 *     descriptions have none
 * @param moreChanges how many there are beside those listed
 * @param entities for each type whose stored entities had to be looked at, what was found
 */
public record SchemaChangeReport(
    boolean accepted,
    String reason,
    List<Difference> changes,
    int moreChanges,
    List<CheckedEntities> entities) {

  public SchemaChangeReport {
    changes = List.copyOf(changes);
    entities = List.copyOf(entities);
  }

  /**
   * One difference.
   *
   * @param pointer where, in the new document, or in the old one for what is gone
   * @param before the old value, or null where there was none; in place of one of more than 2,000
   *     bytes, a text that says how long it is
   * @param after the new value in the same way, or null where there is none
   * @param rule the keyword or member of {@code _osConfig} that it is about
   * @param effect what it means for entities
   */
  public record Difference(
      String pointer,
      @JsonProperty("old") JsonBytes before,
      @JsonProperty("new") JsonBytes after,
      String rule,
      Effect effect) {}

  /** What a difference means for entities that were valid before. */
  public enum Effect {
    /** All stay valid. */
    COMPATIBLE,
    /** The rules cannot tell; the stored entities do. */
    DECIDED_BY_DATA,
    /** Less is valid than before. */
    NARROWING,
    /** It cannot be made while entities are stored. */
    FORBIDDEN
  }
}
