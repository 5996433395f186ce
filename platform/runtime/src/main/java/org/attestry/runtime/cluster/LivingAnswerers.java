package org.attestry.runtime.cluster;

import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the event bus chooses from: who answers an address, without members that have gone. The
 * shared list names those for some time more, up to seconds on a busy machine: they are deleted
 * from it one by one, while Hazelcast also makes good for the copies that they held.
 */
final class LivingAnswerers implements RegistrationListener {

  private final RegistrationListener selector;
  private final Map<String, List<RegistrationInfo>> listed = new ConcurrentHashMap<>();
  private final Set<String> gone = ConcurrentHashMap.newKeySet();

  LivingAnswerers(RegistrationListener selector) {
    this.selector = selector;
  }

  /** Nobody is sent to the member any more. */
  void leave(String node) {
    gone.add(node);
    showAgain(node);
  }

  /** The member is there, perhaps again. */
  void join(String node) {
    if (gone.remove(node)) {
      showAgain(node);
    }
  }

  /** Those of the list that are there; the whole list is kept for when one of them comes back. */
  List<RegistrationInfo> of(String address, List<RegistrationInfo> list) {
    listed.put(address, list);
    return living(list);
  }

  @Override
  public void registrationsUpdated(RegistrationUpdateEvent news) {
    List<RegistrationInfo> living = of(news.address(), news.registrations());
    selector.registrationsUpdated(new RegistrationUpdateEvent(news.address(), living));
  }

  @Override
  public void registrationsLost() {
    listed.clear();
    selector.registrationsLost();
  }

  @Override
  public boolean wantsUpdatesFor(String address) {
    return selector.wantsUpdatesFor(address);
  }

  private void showAgain(String node) {
    listed.forEach(
        (address, list) -> {
          if (wantsUpdatesFor(address)
              && list.stream().anyMatch(one -> one.nodeId().equals(node))) {
            selector.registrationsUpdated(new RegistrationUpdateEvent(address, living(list)));
          }
        });
  }

  private List<RegistrationInfo> living(List<RegistrationInfo> list) {
    return list.stream().filter(one -> !gone.contains(one.nodeId())).toList();
  }
}
