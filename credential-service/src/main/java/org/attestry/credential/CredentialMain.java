package org.attestry.credential;

import org.attestry.runtime.service.ServiceLauncher;

/** Starts credential-service as a process of its own. */
public final class CredentialMain {

  private CredentialMain() {}

  public static void main(String[] arguments) {
    ServiceLauncher.run(
        arguments, "credential-service", CredentialConfig.class, CredentialVerticle::new);
  }
}
