package org.attestry.gateway;

import org.attestry.gateway.connection.ServerChannels;
import org.attestry.runtime.service.ServiceLauncher;

/** Runs the gateway as a process of its own. */
public final class GatewayMain {

  private GatewayMain() {}

  public static void main(String[] arguments) {
    ServerChannels.load();
    ServiceLauncher.run(arguments, "gateway", GatewayConfig.class, GatewayVerticle::new);
  }
}
