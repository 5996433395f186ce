package org.attestry.runtime.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.attestry.runtime.config.Hardenable.OpenSetting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenSettingsTest {

  private static final OpenSetting OUTER = new OpenSetting("DOOR", "is open");
  private static final OpenSetting INNER = new OpenSetting("ROOM_LOCK", "is off");

  /** A setting that reports whether it is open. */
  public record Room(boolean locked) implements Hardenable {
    @Override
    public List<OpenSetting> open() {
      return locked ? List.of() : List.of(INNER);
    }
  }

  /** Nothing of its own is open. */
  public record Floor(String name, Room room) {}

  /** Settings with settings in them. */
  public record House(Floor floor, Secret key) implements Hardenable {
    @Override
    public List<OpenSetting> open() {
      return List.of(OUTER);
    }
  }

  @Test
  void namesWhatIsOpenAtEveryDepth() {
    House open = new House(new Floor("first", new Room(false)), new Secret("s"));

    assertEquals(List.of(OUTER, INNER), OpenSettings.of(open));
  }

  @Test
  void namesNothingThatIsHardened() {
    assertEquals(List.of(), OpenSettings.of(new Floor("first", new Room(true))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1", "::1", "[::1]"})
  void thisMachineIsNotRemote(String host) {
    assertFalse(OpenSettings.isRemote(host));
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgres", "10.0.0.7", "db.example.org"})
  void anyOtherHostIsRemote(String host) {
    assertTrue(OpenSettings.isRemote(host));
  }
}
