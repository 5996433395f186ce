package org.attestry.schema.domain.change;

import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaChangeReport.Difference;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;
import org.attestry.runtime.json.Json;
import org.attestry.schema.domain.config.ConfigPlacement;
import org.attestry.schema.domain.document.SchemaDocument;

/**
 * What a new version of a document makes of a type.
 *
 * @param after the type as it would be
 * @param differences from the type as it is
 * @param warnings of what becomes more open than it was
 */
public record TypeChange(
    EntityType after, boolean addsUnique, List<Difference> differences, List<Violation> warnings) {

  public TypeChange {
    differences = List.copyOf(differences);
    warnings = List.copyOf(warnings);
  }

  /**
   * @param document the new document
   */
  public static TypeChange of(EntityType before, EntityType after, SchemaDocument document) {
    String definition = document.types().get(after.name());
    String pointer =
        ConfigPlacement.of(document, definition).orElse(definition + "/" + ConfigPlacement.MEMBER);
    List<Difference> differences =
        new ArrayList<>(
            DefinitionComparison.of(
                Json.read(before.definition()), Json.read(after.definition()), definition));
    ConfigComparison config = ConfigComparison.of(before.config(), after.config(), pointer);
    differences.addAll(config.differences());
    boolean addsUnique = !before.config().uniqueFields().containsAll(after.config().uniqueFields());
    return new TypeChange(after, addsUnique, differences, config.warnings());
  }

  /** Whether every stored entity stays as valid as it is, whatever is stored. */
  public boolean compatible() {
    return differences.stream().allMatch(found -> found.effect() == Effect.COMPATIBLE);
  }

  public boolean has(Effect effect) {
    return differences.stream().anyMatch(found -> found.effect() == effect);
  }
}
