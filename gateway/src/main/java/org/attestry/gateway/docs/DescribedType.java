package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.contracts.schema.EntityType;

/**
 * A published type.
 *
 * @param name as used in paths
 * @param definition the name of its schema: the type's name, unless a fixed schema has that name
 * @param shape its public shape in draft-07
 */
record DescribedType(String name, String definition, ObjectNode shape) {

  /**
   * @param schemas the fixed schemas
   */
  static DescribedType of(EntityType type, ObjectNode schemas) {
    String definition = schemas.has(type.name()) ? type.name() + ".type" : type.name();
    return new DescribedType(
        type.name(), definition, PublicShape.of(type, schemas.at("/Entity/properties")));
  }
}
