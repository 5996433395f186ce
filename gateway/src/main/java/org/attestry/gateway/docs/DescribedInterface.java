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
 * @param definitions those that the endpoints name, in JSON Schema of draft-07
 */
record DescribedInterface(
    List<DescribedOperation> operations, List<Type> types, ObjectNode definitions) {

  /**
   * A published type.
   *
   * @param name as paths have it
   * @param definition the name of its definition: the type's own, unless a fixed definition has it
   * @param shape its public shape in draft-07
   */
  record Type(String name, String definition, ObjectNode shape) {

    static Type of(EntityType type, ObjectNode definitions) {
      JsonNode systemFields = definitions.at("/Entity/properties");
      String definition = definitions.has(type.name()) ? type.name() + ".type" : type.name();
      return new Type(type.name(), definition, PublicShape.of(type, systemFields));
    }
  }

  static DescribedInterface of(
      List<Endpoint> endpoints, List<EntityType> types, ObjectNode definitions) {
    List<Type> described = types.stream().map(type -> Type.of(type, definitions)).toList();
    return new DescribedInterface(operations(endpoints, described), described, definitions);
  }

  /** Where a type has the name of a fixed path, that path's operation is the one that is served. */
  private static List<DescribedOperation> operations(List<Endpoint> endpoints, List<Type> types) {
    List<DescribedOperation> all = new ArrayList<>();
    endpoints.forEach(endpoint -> all.add(DescribedOperation.of(endpoint)));
    Set<String> taken = new HashSet<>();
    all.forEach(operation -> taken.add(operation.method() + operation.path()));
    for (Type type : types) {
      endpoints.stream()
          .filter(Endpoint::typed)
          .map(endpoint -> DescribedOperation.of(endpoint, type))
          .filter(operation -> taken.add(operation.method() + operation.path()))
          .forEach(all::add);
    }
    return List.copyOf(all);
  }
}
