package org.attestry.schema.publication;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.ListedViolations;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.schema.stored.LibraryVersion;
import org.attestry.schema.stored.SchemaFailures;

/**
 * A compiled document.
 *
 * @param types the document's entity types; empty for a library
 * @param libraries the documents that were bundled with it, by the names in the references
 * @param warnings warnings about members that are accepted but have no effect, and about likely
 *     mistakes
 */
public record Publication(
    List<EntityType> types, Map<String, LibraryVersion> libraries, ListedViolations warnings) {

  public Publication {
    types = List.copyOf(types);
    libraries = Map.copyOf(libraries);
  }

  /** Returns the same publication with further warnings. */
  Publication with(ListedViolations others) {
    return new Publication(types, libraries, warnings.and(others));
  }

  /** Returns the publication; fails INVALID if {@code strict} and there are warnings. */
  Publication checked(boolean strict) {
    if (strict && !warnings.isEmpty()) {
      throw SchemaFailures.warned(warnings);
    }
    return this;
  }

  /** Returns the same publication at another revision. */
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

  /** Returns the credential templates of the types and of their policies, each once. */
  List<JsonBytes> credentialTemplates() {
    return types.stream()
        .map(EntityType::config)
        .flatMap(
            config ->
                Stream.concat(
                    Stream.of(config).map(TypeConfig::credentialTemplate),
                    config.attestationPolicies().stream()
                        .map(AttestationPolicy::credentialTemplate)))
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  /** Returns the versions of the bundled documents, by schema id. */
  Map<UUID, Integer> pins() {
    Map<UUID, Integer> pins = new HashMap<>();
    libraries.values().forEach(library -> pins.put(library.id(), library.version()));
    return pins;
  }
}
