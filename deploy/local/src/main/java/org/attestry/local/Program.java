package org.attestry.local;

import java.net.URISyntaxException;
import java.nio.file.Path;

/**
 * A service as it is built.
 *
 * @param service its name in settings and options
 * @param folder its module
 * @param main what starts it
 */
record Program(String service, String folder, Class<?> main) {

  /** The thin jar, with its libraries beside it. */
  Path jar() {
    return root().resolve(folder).resolve("target").resolve("attestry-" + folder + ".jar");
  }

  /** The options that every service's JVM has, in every shape. */
  static Path jvmOptions() {
    return root().resolve("deploy").resolve("jvm.options");
  }

  private static Path root() {
    try {
      return Path.of(LocalMain.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .resolve("../../../..")
          .normalize();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
