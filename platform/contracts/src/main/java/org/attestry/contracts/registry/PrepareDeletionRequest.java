package org.attestry.contracts.registry;

import java.util.List;

/**
 * @param types the entity types that are about to be removed
 */
public record PrepareDeletionRequest(List<String> types) {

  public PrepareDeletionRequest {
    types = List.copyOf(types);
  }
}
