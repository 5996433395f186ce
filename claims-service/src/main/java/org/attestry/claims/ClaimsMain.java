package org.attestry.claims;

import org.attestry.runtime.service.ServiceLauncher;

/** Runs claims-service as a separate process. */
public final class ClaimsMain {

  private ClaimsMain() {}

  public static void main(String[] arguments) {
    ServiceLauncher.run(arguments, "claims-service", ClaimsConfig.class, ClaimsVerticle::new);
  }
}
