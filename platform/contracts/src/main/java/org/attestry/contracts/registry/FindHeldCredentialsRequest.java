package org.attestry.contracts.registry;

import java.util.List;

/**
 * @param issued up to {@link #MOST}
 */
public record FindHeldCredentialsRequest(List<Issued> issued) {

  public static final int MOST = 500;

  public FindHeldCredentialsRequest {
    issued = List.copyOf(issued);
  }

  /**
   * A credential that was issued for an entity.
   *
   * @param type the entity's type
   */
  public record Issued(String type, String osid, String credentialId) {}
}
