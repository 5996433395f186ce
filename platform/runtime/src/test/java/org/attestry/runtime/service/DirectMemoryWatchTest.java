package org.attestry.runtime.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class DirectMemoryWatchTest {

  @Test
  void memoryIsUsedUpOnlyWhenItStaysSo() {
    Iterator<Boolean> seen =
        List.of(true, true, true, false, true, true, true, true, false).iterator();

    DirectMemoryWatch.awaitUsedUp(Duration.ofNanos(1), seen::next);

    assertEquals(false, seen.next());
  }
}
