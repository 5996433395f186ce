package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.schema.EntityType;
import org.attestry.gateway.http.Endpoint;

/**
 * What every form of the description shows.
 *
 * @param operations each endpoint once as it stands, and those of a type once more for each type
 * @param types by name
 * @param definitions those that the endpoints name, in the subset of JSON Schema that Swagger 2.0
 *     has
 */
record DescribedInterface(
    List<DescribedOperation> operations, List<DescribedType> types, ObjectNode definitions) {

  static DescribedInterface of(
      List<Endpoint> endpoints, List<EntityType> types, ObjectNode definitions) {
    JsonNode systemFields = definitions.at("/Entity/properties");
    List<DescribedType> described =
        types.stream()
            .map(
                type ->
                    new DescribedType(
                        type.name(),
                        definitions.has(type.name()) ? type.name() + ".type" : type.name(),
                        PublicShape.of(type, systemFields)))
            .toList();
    return new DescribedInterface(operations(endpoints, described), described, definitions);
  }

  /** Where a type has the name of a fixed path, that path's operation is the one that is served. */
  private static List<DescribedOperation> operations(
      List<Endpoint> endpoints, List<DescribedType> types) {
    List<DescribedOperation> all = new ArrayList<>();
    endpoints.forEach(endpoint -> all.add(DescribedOperation.of(endpoint)));
    Set<String> taken = new HashSet<>();
    all.forEach(operation -> taken.add(operation.method() + operation.path()));
    for (DescribedType type : types) {
      endpoints.stream()
          .filter(Endpoint::typed)
          .map(endpoint -> DescribedOperation.of(endpoint, type))
          .filter(operation -> taken.add(operation.method() + operation.path()))
          .forEach(all::add);
    }
    return List.copyOf(all);
  }
}
