package org.attestry.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LivingAnswerersTest {

  private final Map<String, List<String>> chosenFrom = new TreeMap<>();
  private final LivingAnswerers answerers =
      new LivingAnswerers(
          new RegistrationListener() {
            @Override
            public void registrationsUpdated(RegistrationUpdateEvent news) {
              chosenFrom.put(news.address(), nodes(news.registrations()));
            }
          });

  @Test
  void leavesOutAMemberThatHasGoneBeforeTheListDoes() {
    list("read", "a", "b");
    list("write", "a");
    answerers.leave("a");
    assertEquals(Map.of("read", List.of("b"), "write", List.of()), chosenFrom);

    list("read", "a", "b", "c");
    assertEquals(List.of("b", "c"), chosenFrom.get("read"));
    assertEquals(List.of("b"), nodes(answerers.of("read", registrations("a", "b"))));
  }

  @Test
  void choosesAMemberAgainThatComesBack() {
    list("read", "a", "b");
    answerers.leave("a");
    answerers.join("a");
    assertEquals(List.of("a", "b"), chosenFrom.get("read"));
  }

  @Test
  void showsNothingAnewForAMemberThatHasNothingToDoWithIt() {
    list("read", "a", "b");
    chosenFrom.clear();
    answerers.leave("c");
    answerers.join("d");
    assertEquals(Map.of(), chosenFrom);
  }

  private void list(String address, String... nodes) {
    answerers.registrationsUpdated(new RegistrationUpdateEvent(address, registrations(nodes)));
  }

  private static List<RegistrationInfo> registrations(String... nodes) {
    return Arrays.stream(nodes).map(node -> new RegistrationInfo(node, 1, false)).toList();
  }

  private static List<String> nodes(List<RegistrationInfo> registrations) {
    return registrations.stream().map(RegistrationInfo::nodeId).toList();
  }
}
