package org.attestry.contracts.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * How a document differs from the published one, and the effect on stored entities.
 *
 * @param accepted whether the change is made or, in a dry run, would be made
 * @param reason why the change is refused, or null
 * @param changes differences that affect entities, so not those of titles and descriptions; at most
 *     100
 * @param moreChanges the number of differences that are not listed
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
   * @param pointer RFC 6901 pointer into the new document, or into the old one for a removed value
   * @param before the old value, or null if there was none; a value of more than 2,000 bytes is
   *     replaced by a string that states its length
   * @param after the new value, likewise
   * @param rule the keyword or member of {@code _osConfig} that differs
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
    /** All valid entities stay valid. */
    COMPATIBLE,
    /** The rules do not decide it; stored entities must be checked. */
    DECIDED_BY_DATA,
    /** Some entities that were valid become invalid. */
    NARROWING,
    /** The change is not possible while entities are stored. */
    FORBIDDEN
  }
}
