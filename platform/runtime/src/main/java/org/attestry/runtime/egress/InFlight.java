package org.attestry.runtime.egress;

import java.util.HashMap;
import java.util.Map;

/** Counts the requests in flight to each origin. Used on one event loop. */
final class InFlight {

  private final int most;
  private final Map<Origin, Integer> all = new HashMap<>();
  private final Map<Origin, Integer> small = new HashMap<>();

  /**
   * @param most the most concurrent requests to one origin
   */
  InFlight(int most) {
    this.most = most;
  }

  boolean isFull(Origin origin, EgressShare share) {
    return all.getOrDefault(origin, 0) >= most
        || share == EgressShare.SMALL && small.getOrDefault(origin, 0) >= share.of(most);
  }

  void begin(Origin origin, EgressShare share) {
    all.merge(origin, 1, Integer::sum);
    if (share == EgressShare.SMALL) {
      small.merge(origin, 1, Integer::sum);
    }
  }

  void end(Origin origin, EgressShare share) {
    all.computeIfPresent(origin, InFlight::oneLess);
    if (share == EgressShare.SMALL) {
      small.computeIfPresent(origin, InFlight::oneLess);
    }
  }

  private static Integer oneLess(Origin origin, int count) {
    return count == 1 ? null : count - 1;
  }
}
