package org.attestry.runtime.cluster;

import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The registrations that the event bus chooses from: those of members that are there. The shared
 * map has those of lost members for some time more, up to seconds on a busy machine, because they
 * are deleted one by one while Hazelcast also replaces the copies that the lost members held.
 * Meanwhile it may not be readable, so what is known of an address is kept and not read again.
 */
final class LiveRegistrations implements RegistrationListener {

  private final RegistrationListener selector;
  private final Supplier<? extends Collection<String>> members;
  private final Map<String, List<RegistrationInfo>> registered = new ConcurrentHashMap<>();

  /**
   * @param members the node ids of the members that are there now
   */
  LiveRegistrations(RegistrationListener selector, Supplier<? extends Collection<String>> members) {
    this.selector = selector;
    this.members = members;
  }

  /** A member was added or lost. */
  void membersChanged() {
    registered.forEach(
        (address, all) -> {
          if (selector.wantsUpdatesFor(address)) {
            selector.registrationsUpdated(new RegistrationUpdateEvent(address, live(all)));
          }
        });
  }

  /** The live ones of an address, when its registrations are known. */
  Optional<List<RegistrationInfo>> known(String address) {
    return Optional.ofNullable(registered.get(address)).map(this::live);
  }

  /** The addresses of which registrations are known, and none of them is live. */
  List<String> withoutLive() {
    return registered.keySet().stream()
        .filter(address -> known(address).filter(List::isEmpty).isPresent())
        .toList();
  }

  /**
   * The live ones of an address. All are kept for when one of their members comes back; an empty
   * list is not: the shared map gives one too when it cannot be read.
   */
  List<RegistrationInfo> of(String address, List<RegistrationInfo> all) {
    if (all.isEmpty()) {
      registered.remove(address);
    } else {
      registered.put(address, all);
    }
    return live(all);
  }

  /** Those of an address that is not known yet: an event that came meanwhile is newer. */
  void add(String address, List<RegistrationInfo> all) {
    if (!all.isEmpty()) {
      registered.putIfAbsent(address, all);
    }
  }

  @Override
  public void registrationsUpdated(RegistrationUpdateEvent event) {
    List<RegistrationInfo> live = of(event.address(), event.registrations());
    selector.registrationsUpdated(new RegistrationUpdateEvent(event.address(), live));
  }

  /** The selector goes on with its last registrations, so nothing is forgotten here either. */
  @Override
  public void registrationsLost() {
    selector.registrationsLost();
  }

  /**
   * Every address is followed, also while nothing is sent to it: reading it for the first request
   * would wait for the member that keeps this part of the map, and that one may hang.
   */
  @Override
  public boolean wantsUpdatesFor(String address) {
    return true;
  }

  private List<RegistrationInfo> live(List<RegistrationInfo> all) {
    Collection<String> there = members.get();
    return all.stream().filter(one -> there.contains(one.nodeId())).toList();
  }
}
