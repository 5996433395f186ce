package org.attestry.file;

import org.attestry.runtime.service.ServiceLauncher;

/** Starts file-service as a process of its own. */
public final class FileMain {

  private FileMain() {}

  public static void main(String[] arguments) {
    ServiceLauncher.run(arguments, "file-service", FileConfig.class, FileVerticle::new);
  }
}
