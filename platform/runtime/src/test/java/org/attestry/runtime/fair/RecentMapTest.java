package org.attestry.runtime.fair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentMapTest {

  @Test
  void theEntryNotUsedForLongestIsEvicted() {
    List<Integer> evicted = new ArrayList<>();
    RecentMap<String, Integer> recent = new RecentMap<>(2, evicted::add);
    recent.put("a", 1);
    recent.put("b", 2);
    recent.get("a");
    recent.put("c", 3);

    assertEquals(List.of("a", "c"), List.copyOf(recent.keySet()));
    assertEquals(List.of(2), evicted);
  }

  @Test
  void aReplacedOrRemovedValueIsNotEvicted() {
    List<Integer> evicted = new ArrayList<>();
    RecentMap<String, Integer> recent = new RecentMap<>(1, evicted::add);
    recent.put("a", 1);
    recent.put("a", 2);
    recent.remove("a");
    recent.put("b", 3);

    assertEquals(List.of(), evicted);
  }

  @Test
  void withoutAConsumerEntriesAreDropped() {
    RecentMap<String, Integer> recent = new RecentMap<>(1);
    recent.put("a", 1);
    recent.put("b", 2);

    assertEquals(List.of("b"), List.copyOf(recent.keySet()));
  }
}
