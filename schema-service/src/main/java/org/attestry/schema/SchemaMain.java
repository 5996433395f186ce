package org.attestry.schema;

import org.attestry.runtime.service.ServiceLauncher;

/** Runs schema-service as a separate process. */
public final class SchemaMain {

  private SchemaMain() {}

  public static void main(String[] arguments) {
    ServiceLauncher.run(arguments, "schema-service", SchemaConfig.class, SchemaVerticle::new);
  }
}
