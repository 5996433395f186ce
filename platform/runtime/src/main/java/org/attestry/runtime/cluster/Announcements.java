package org.attestry.runtime.cluster;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.config.Config;
import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cluster manager that can take back what this member has announced while the handlers still
 * answer. Unregistering a handler removes it here before the others hear of it, and what they send
 * in between would never be answered.
 */
final class Announcements extends HazelcastClusterManager {

  private final Set<Announcement> announced = ConcurrentHashMap.newKeySet();

  private volatile Runnable departure = () -> {};

  Announcements(Config config) {
    super(config);
  }

  /** What is done each time that another member is no longer there. */
  void onDeparture(Runnable action) {
    departure = action;
  }

  @Override
  public void memberRemoved(MembershipEvent event) {
    super.memberRemoved(event);
    departure.run();
  }

  @Override
  public void addRegistration(String address, RegistrationInfo info, Completable<Void> done) {
    announced.add(new Announcement(address, info));
    super.addRegistration(address, info, done);
  }

  @Override
  public void removeRegistration(String address, RegistrationInfo info, Completable<Void> done) {
    announced.remove(new Announcement(address, info));
    super.removeRegistration(address, info, done);
  }

  /** Completes when nothing is announced any more; the others hear of it a moment later. */
  Future<Void> withdraw() {
    List<Future<Void>> withdrawn = announced.stream().map(this::withdraw).toList();
    return Future.join(withdrawn).mapEmpty();
  }

  private Future<Void> withdraw(Announcement announcement) {
    Promise<Void> promise = Promise.promise();
    removeRegistration(announcement.address(), announcement.info(), promise);
    return promise.future();
  }

  private record Announcement(String address, RegistrationInfo info) {}
}
