package org.attestry.credential.vault;

import java.net.URI;
import java.time.Duration;

/**
 * How Vault is reached.
 *
 * @param address of the server, without path
 * @param mount the path of the transit engine
 * @param caFile a PEM file with the certificates of its certificate authority; empty for the
 *     runtime's own
 * @param connections how many calls it gets at once
 * @param timeout of a call, with the time that it waits for a connection
 */
public record VaultSettings(
    URI address, String mount, String token, String caFile, int connections, Duration timeout) {

  @Override
  public String toString() {
    return "VaultSettings[" + address + ", " + mount + "]";
  }
}
