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
 * The registrations from which the event bus selects: those of present members. The shared map
 * contains the registrations of lost members for some time more, up to seconds on a busy machine,
 * because they are deleted one by one while Hazelcast also replaces the copies that the lost
 * members stored. Meanwhile the map may not be readable, so the registrations of an address are
 * cached and not read again.
 */
final class LiveRegistrations implements RegistrationListener {

  private final RegistrationListener selector;
  private final Supplier<? extends Collection<String>> members;
  private final Map<String, List<RegistrationInfo>> registered = new ConcurrentHashMap<>();

  /**
   * @param members supplies the node ids of the present members
   */
  LiveRegistrations(RegistrationListener selector, Supplier<? extends Collection<String>> members) {
    this.selector = selector;
    this.members = members;
  }

  /** Updates the selector after a member was added or lost. */
  void membersChanged() {
    registered.forEach(
        (address, all) -> {
          if (selector.wantsUpdatesFor(address)) {
            selector.registrationsUpdated(new RegistrationUpdateEvent(address, live(all)));
          }
        });
  }

  /** Returns the live registrations of an address, if the address is cached. */
  Optional<List<RegistrationInfo>> known(String address) {
    return Optional.ofNullable(registered.get(address)).map(this::live);
  }

  /** Returns the cached addresses without a live registration. */
  List<String> withoutLive() {
    return registered.keySet().stream()
        .filter(address -> known(address).filter(List::isEmpty).isPresent())
        .toList();
  }

  /**
   * Caches all registrations of an address, in case a lost member returns, and returns the live
   * ones. An empty list is not cached: reading the shared map also yields an empty list when the
   * map cannot be read.
   */
  List<RegistrationInfo> of(String address, List<RegistrationInfo> all) {
    if (all.isEmpty()) {
      registered.remove(address);
    } else {
      registered.put(address, all);
    }
    return live(all);
  }

  /**
   * Caches the registrations of an address unless it is cached already: an event received meanwhile
   * is newer.
   */
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

  /** The selector continues with its last registrations, so the cache is kept as well. */
  @Override
  public void registrationsLost() {
    selector.registrationsLost();
  }

  /**
   * Updates are wanted for every address, even if nothing is sent to it: reading the address for
   * the first request would wait for the member that stores this part of the map, and that member
   * may hang.
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
