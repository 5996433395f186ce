package org.attestry.schema.domain;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.EntityType;

/**
 * What a document becomes when it is published.
 *
 * @param types its entity types, none for a library
 * @param pins the documents that were bundled with it, with their versions
 * @param warnings what was accepted but is not acted on, or looks like a mistake
 */
public record Publication(
    List<EntityType> types, Map<UUID, Integer> pins, List<Violation> warnings) {

  public Publication {
    types = List.copyOf(types);
    pins = Map.copyOf(pins);
    warnings = List.copyOf(warnings);
  }

  /** The same at another revision. */
  Publication at(long revision) {
    return new Publication(at(revision, types, false), pins, warnings);
  }

  static List<EntityType> at(long revision, List<EntityType> types, boolean deprecated) {
    return types.stream()
        .map(
            type ->
                new EntityType(
                    type.name(),
                    type.schemaId(),
                    revision,
                    type.definition(),
                    type.config(),
                    deprecated))
        .toList();
  }

  List<String> typeNames() {
    return types.stream().map(EntityType::name).toList();
  }
}
