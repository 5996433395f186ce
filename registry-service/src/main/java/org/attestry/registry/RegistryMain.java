package org.attestry.registry;

import org.attestry.runtime.service.ServiceLauncher;

/** Registry-service as a process of its own. */
public final class RegistryMain {

  private RegistryMain() {}

  public static void main(String[] arguments) {
    ServiceLauncher.run(arguments, "registry-service", RegistryConfig.class, RegistryVerticle::new);
  }
}
