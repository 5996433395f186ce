package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.service.ServiceLauncher;
import org.attestry.testkit.servers.PrivateFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody knows a password or a key of a suite that was just started. */
class SecretsTest {

  @Test
  void noSecretHasADefault() {
    Set<String> found = new HashSet<>();
    SettingsPageTest.SERVICES.values().forEach(config -> collect(config, "", found));
    collect(ServiceLauncher.ProcessConfig.class, "", found);

    assertTrue(
        found.containsAll(
            List.of("identity.defaultPassword", "postgres.password", "masterKey", "s3.secretKey")),
        found.toString());
  }

  @Test
  void eachFolderHasSecretsOfItsOwn(@TempDir Path one, @TempDir Path other) {
    String secret = PrivateFiles.secret(one, "defaultPassword");

    assertEquals(secret, PrivateFiles.secret(one, "defaultPassword"));
    assertNotEquals(secret, PrivateFiles.secret(other, "defaultPassword"));
    assertNotEquals(secret, PrivateFiles.secret(one, "masterKey"));
    assertTrue(secret.length() >= 43, "256 bits");
  }

  private static void collect(Class<?> type, String prefix, Set<String> found) {
    for (RecordComponent component : type.getRecordComponents()) {
      String path = prefix + component.getName();
      if (component.getType() == Secret.class) {
        String byDefault = component.getAnnotation(Setting.class).byDefault();
        assertTrue(byDefault.equals(Setting.MANDATORY) || byDefault.isEmpty(), path);
        found.add(path);
      } else if (component.getType().isRecord()) {
        collect(component.getType(), path + ".", found);
      }
    }
  }
}
