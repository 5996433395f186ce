package org.attestry.contracts.registry;

import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * @param path property names and item osids, from the entity down
 * @param value the property's new value
 * @param send whether to raise an attestation of the property with the same change
 * @param policy the policy, if several attest the property; else null
 * @param ifMatch the version that the caller read, or null
 */
public record ChangePropertyRequest(
    String type,
    String id,
    List<String> path,
    JsonBytes value,
    boolean send,
    String policy,
    Long ifMatch) {

  public ChangePropertyRequest {
    path = List.copyOf(path);
  }
}
