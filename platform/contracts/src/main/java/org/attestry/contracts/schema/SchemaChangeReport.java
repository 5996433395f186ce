package org.attestry.contracts.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * How a document differs from the published one, and the effect on stored entities.
 *
 * @param accepted whether the change is made, or would be
 * @param reason why it is refused, or null
 * @param changes differences with an effect on entities, unlike titles and descriptions; 100 at the
 *     most
 * @param moreChanges how many others there are
 * @param entities the result for each type whose stored entities had to be checked
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
   * @param pointer in the new document, or in the old one for what was removed
   * @param before the old value, or null if there was none; a value of more than 2,000 bytes is
   *     replaced by a text with its length
   * @param after the new value in the same way, or null where there is none
   * @param rule the keyword or member of {@code _osConfig} that it is about
   * @param effect the effect on entities
   */
  public record Difference(
      String pointer,
      @JsonProperty("old") JsonBytes before,
      @JsonProperty("new") JsonBytes after,
      String rule,
      Effect effect) {}

  /** The effect of a difference on valid entities. */
  public enum Effect {
    /** All stay valid. */
    COMPATIBLE,
    /** The rules do not decide it; stored entities must be checked. */
    DECIDED_BY_DATA,
    /** Some entities that were valid become invalid. */
    NARROWING,
    /** Not possible while entities are stored. */
    FORBIDDEN
  }
}
