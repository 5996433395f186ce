package org.attestry.contracts.registry;

import java.util.List;

/**
 * @param issued up to {@link #MOST} issued credentials
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
   * @param digest SHA-256 of the signed credential's text, lower-case hex; null if the calling
   *     service has a former version
   */
  public record Issued(String type, String osid, String credentialId, String digest) {}
}
