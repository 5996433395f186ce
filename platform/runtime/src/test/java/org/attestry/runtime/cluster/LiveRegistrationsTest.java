package org.attestry.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LiveRegistrationsTest {

  private final Map<String, List<String>> chosenFrom = new TreeMap<>();
  private final Set<String> members = new TreeSet<>(Set.of("a", "b", "c"));
  private final LiveRegistrations registrations =
      new LiveRegistrations(
          new RegistrationListener() {
            @Override
            public void registrationsUpdated(RegistrationUpdateEvent event) {
              chosenFrom.put(event.address(), nodes(event.registrations()));
            }
          },
          () -> members);

  @Test
  void leavesOutALostMemberBeforeItsRegistrationsAreDeleted() {
    list("read", "a", "b");
    list("write", "a");
    lose("a");
    assertEquals(Map.of("read", List.of("b"), "write", List.of()), chosenFrom);

    list("read", "a", "b", "c");
    assertEquals(List.of("b", "c"), chosenFrom.get("read"));
    assertEquals(List.of("b"), nodes(registrations.of("read", infos("a", "b"))));
  }

  @Test
  void leavesOutRegistrationsOfAMemberThatWasLostBeforeThisOneJoined() {
    list("read", "a", "ghost");
    assertEquals(List.of("a"), chosenFrom.get("read"));
  }

  @Test
  void choosesAMemberAgainThatComesBack() {
    list("read", "a", "b");
    lose("a");
    members.add("a");
    registrations.membersChanged();
    assertEquals(List.of("a", "b"), chosenFrom.get("read"));
  }

  @Test
  void knowsThatNobodyIsLeftWithoutReadingTheSharedMap() {
    list("read", "a");
    assertEquals(
        Optional.of(List.of("a")), registrations.known("read").map(LiveRegistrationsTest::nodes));
    lose("a");
    assertEquals(Optional.of(List.of()), registrations.known("read"));
    assertEquals(List.of("read"), registrations.withoutLive());

    list("read");
    assertEquals(Optional.empty(), registrations.known("read"));
    assertEquals(Optional.empty(), registrations.known("other"));
  }

  @Test
  void followsAnAddressThatNobodyWasRegisteredAtForAWhile() {
    list("read", "a");
    list("read");
    assertTrue(registrations.wantsUpdatesFor("read"));
    list("read", "b");
    assertEquals(
        Optional.of(List.of("b")), registrations.known("read").map(LiveRegistrationsTest::nodes));
  }

  @Test
  void whatWasReadBesideAnEventIsOlder() {
    list("read", "a", "b");
    registrations.add("read", infos("a"));
    registrations.add("write", infos("c"));
    registrations.add("none", infos());
    assertEquals(
        Optional.of(List.of("a", "b")),
        registrations.known("read").map(LiveRegistrationsTest::nodes));
    assertEquals(
        Optional.of(List.of("c")), registrations.known("write").map(LiveRegistrationsTest::nodes));
    assertEquals(Optional.empty(), registrations.known("none"));
  }

  private void lose(String member) {
    members.remove(member);
    registrations.membersChanged();
  }

  private void list(String address, String... nodes) {
    registrations.registrationsUpdated(new RegistrationUpdateEvent(address, infos(nodes)));
  }

  private static List<RegistrationInfo> infos(String... nodes) {
    return Arrays.stream(nodes).map(node -> new RegistrationInfo(node, 1, false)).toList();
  }

  private static List<String> nodes(List<RegistrationInfo> infos) {
    return infos.stream().map(RegistrationInfo::nodeId).toList();
  }
}
