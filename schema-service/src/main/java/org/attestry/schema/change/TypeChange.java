package org.attestry.schema.change;

import java.util.List;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.schema.config.ConfigPlacement;
import org.attestry.schema.document.SchemaDocument;

/**
 * The change of a type by a new version of its document.
 *
 * @param after the changed type
 * @param differences the differences from the current type
 * @param warnings warnings about access that becomes more open
 */
public record TypeChange(
    EntityType after, boolean addsUnique, Differences differences, List<Violation> warnings) {

  public TypeChange {
    warnings = List.copyOf(warnings);
  }

  /**
   * @param document the new document
   * @param budget the budget of the comparison
   */
  public static TypeChange of(
      EntityType before, EntityType after, SchemaDocument document, Budget budget) {
    String definition = document.types().get(after.name());
    String pointer =
        ConfigPlacement.of(document, definition).orElse(definition + "/" + ConfigPlacement.MEMBER);
    Differences inDefinition =
        DefinitionComparison.of(
            Json.read(before.definition()), Json.read(after.definition()), definition, budget);
    ConfigComparison config = ConfigComparison.of(before.config(), after.config(), pointer);
    boolean addsUnique = !after.config().uniqueFieldsBeyond(before.config()).isEmpty();
    return new TypeChange(
        after, addsUnique, inDefinition.and(config.differences()), config.warnings());
  }

  /** Whether every valid entity stays valid, independent of the stored entities. */
  public boolean compatible() {
    return differences.compatible();
  }

  public boolean has(Effect effect) {
    return differences.effects().contains(effect);
  }
}
