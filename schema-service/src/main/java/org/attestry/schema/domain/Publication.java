package org.attestry.schema.domain;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.schema.EntityType;
import org.attestry.schema.domain.document.Remarks;

/**
 * A compiled document.
 *
 * @param types its entity types, none for a library
 * @param libraries the documents that were bundled with it, by the names that reference them
 * @param warnings about what is accepted without effect, or is likely a mistake
 */
public record Publication(
    List<EntityType> types, Map<String, LibraryVersion> libraries, Remarks warnings) {

  public Publication {
    types = List.copyOf(types);
    libraries = Map.copyOf(libraries);
  }

  /** The same publication with further warnings. */
  Publication with(Remarks others) {
    return new Publication(types, libraries, warnings.and(others));
  }

  /** The publication; fails INVALID when there are warnings and none may be. */
  Publication checked(boolean strict) {
    if (strict && !warnings.isEmpty()) {
      throw SchemaFailures.warned(warnings);
    }
    return this;
  }

  /** The same publication at another revision. */
  Publication at(long revision) {
    return new Publication(at(revision, types, false), libraries, warnings);
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

  /** The versions of the bundled documents, by schema id. */
  Map<UUID, Integer> pins() {
    Map<UUID, Integer> pins = new HashMap<>();
    libraries.values().forEach(library -> pins.put(library.id(), library.version()));
    return pins;
  }
}
