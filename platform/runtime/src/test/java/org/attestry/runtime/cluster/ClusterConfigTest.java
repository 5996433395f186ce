package org.attestry.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.attestry.runtime.config.OpenSettings;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.config.SettingsException;
import org.junit.jupiter.api.Test;

class ClusterConfigTest {

  public record Process(ClusterConfig cluster) {}

  @Test
  void needsNothingForAProcessAlone() {
    assertFalse(read(Map.of()).enabled());
  }

  @Test
  void refusesAClusterWithoutMembers() {
    assertRefused("CLUSTER_MEMBERS or CLUSTER_DNS", Map.of("CLUSTER_ENABLED", "true"));
  }

  @Test
  void refusesAnOpenBusOutsideThisMachine() {
    Map<String, String> settings =
        Map.of("CLUSTER_ENABLED", "true", "CLUSTER_DNS", "members", "CLUSTER_HOST", "0.0.0.0");

    assertRefused("unless CLUSTER_HOST is a loopback address", settings);
  }

  @Test
  void refusesHalfOfTheTlsFiles() {
    assertRefused("belong together", Map.of("CLUSTER_TLS_KEY", "bus.key"));
  }

  @Test
  void refusesAMemberWithoutAPort() {
    assertRefused("'registry' must be host:port", Map.of("CLUSTER_MEMBERS", "registry"));
  }

  @Test
  void advertisesTheBoundAddressUnlessConfiguredOtherwise() {
    assertEquals("127.0.0.1", read(Map.of()).reachableHost());
    assertEquals(
        "registry-1", read(Map.of("CLUSTER_ADVERTISED_HOST", "registry-1")).reachableHost());
    assertFalse(Hosts.isAny(Hosts.advertised("0.0.0.0", "")));
  }

  @Test
  void bindsTheAddressThatItsHostHasOnThisMachine() {
    assertEquals("0.0.0.0", Hosts.bound("0.0.0.0"));
    assertEquals("127.0.0.1", read(Map.of("CLUSTER_HOST", "127.0.0.1")).onThisMachine().host());
    assertFalse(
        OpenSettings.isRemote(read(Map.of("CLUSTER_HOST", "localhost")).onThisMachine().host()));
  }

  @Test
  void refusesAHostOfAnotherMachine() {
    ClusterConfig elsewhere = read(Map.of("CLUSTER_HOST", "192.0.2.1"));

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, elsewhere::onThisMachine);
    assertEquals("'192.0.2.1' is no address of this machine.", refused.getMessage());
  }

  private static ClusterConfig read(Map<String, String> settings) {
    return Settings.of(settings).read(Process.class).cluster();
  }

  private static void assertRefused(String because, Map<String, String> settings) {
    SettingsException refused = assertThrows(SettingsException.class, () -> read(settings));
    assertTrue(refused.getMessage().contains(because), refused.getMessage());
  }
}
