package org.attestry.contracts.registry;

import java.util.List;

/**
 * @param types the entity types to count together
 */
public record CountEntitiesRequest(List<String> types) {

  public CountEntitiesRequest {
    types = List.copyOf(types);
  }
}
