package org.attestry.contracts.registry;

import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * @param path property names and item osids, from the entity down
 * @param value an object with the property to add, or the bare value
 * @param ifMatch the version that the caller read, or null
 */
public record AddPropertyRequest(
    String type, String id, List<String> path, JsonBytes value, Long ifMatch) {

  public AddPropertyRequest {
    path = List.copyOf(path);
  }
}
