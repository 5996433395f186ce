package org.attestry.runtime.cluster;

import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.config.Config;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.multimap.MultiMap;
import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VertxException;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cluster manager that writes this member's registrations again when they were lost, uses only
 * registrations of present members, and can withdraw its own registrations while the handlers still
 * reply: unregistering a handler removes it locally before the other members are notified, and
 * requests that they send in between would never have a reply.
 */
final class ReconcilingClusterManager extends HazelcastClusterManager {

  /** The name of the shared map of address to registrations. */
  static final String REGISTRATIONS = "__vertx.subs";

  /**
   * The name of the member attribute that contains the address of the member's event bus, as
   * host:port.
   */
  static final String BUS_ATTRIBUTE = "bus";

  private static final String NODE_ID = "__vertx.nodeId";

  private final Set<Registration> own = ConcurrentHashMap.newKeySet();

  private volatile Runnable memberLost = () -> {};
  private volatile LiveRegistrations registrations;
  private volatile boolean hasReadFormer;

  ReconcilingClusterManager(Config config) {
    super(config);
  }

  /** Sets the action to run each time that another member is lost. */
  void onMemberLost(Runnable action) {
    memberLost = action;
  }

  @Override
  public void registrationListener(RegistrationListener listener) {
    registrations = new LiveRegistrations(listener, this::getNodes);
    super.registrationListener(registrations);
  }

  @Override
  public void memberAdded(MembershipEvent event) {
    registrations.membersChanged();
    super.memberAdded(event);
  }

  /** Runs the local actions first: repairing the shared map takes up to seconds. */
  @Override
  public void memberRemoved(MembershipEvent event) {
    registrations.membersChanged();
    memberLost.run();
    super.memberRemoved(event);
  }

  @Override
  public void getRegistrations(String address, Completable<List<RegistrationInfo>> found) {
    Optional<String> member = GracefulLeave.memberAt(address);
    if (member.isPresent()) {
      found.succeed(List.of(new RegistrationInfo(member.get(), 0, false)));
      return;
    }
    Optional<List<RegistrationInfo>> known = registrations.known(address);
    if (known.isPresent()) {
      found.succeed(known.get());
      return;
    }
    Promise<List<RegistrationInfo>> all = Promise.promise();
    super.getRegistrations(address, all);
    all.future().map(list -> registrations.of(address, list)).onComplete(found);
  }

  /**
   * Finds the address of a member's event bus in its {@link #BUS_ATTRIBUTE}. The shared map is not
   * read: that may take long when members have just died or returned, and all messages to the
   * member would wait meanwhile.
   */
  @Override
  public void getNodeInfo(String node, Completable<NodeInfo> found) {
    busOf(node)
        .ifPresentOrElse(
            bus -> found.succeed(new NodeInfo(bus.getHostString(), bus.getPort(), null)),
            () -> found.fail(new VertxException(node + " is not a member", true)));
  }

  private Optional<InetSocketAddress> busOf(String node) {
    return isActive()
        ? getHazelcastInstance().getCluster().getMembers().stream()
            .filter(member -> node.equals(nodeId(member)))
            .findFirst()
            .map(member -> Hosts.hostAndPort(member.getAttribute(BUS_ATTRIBUTE)))
        : Optional.empty();
  }

  private static String nodeId(Member member) {
    return member.getAttribute(NODE_ID);
  }

  @Override
  public void addRegistration(String address, RegistrationInfo info, Completable<Void> done) {
    if (GracefulLeave.memberAt(address).isPresent()) {
      done.succeed();
      return;
    }
    own.add(new Registration(address, info));
    super.addRegistration(address, info, done);
  }

  @Override
  public void removeRegistration(String address, RegistrationInfo info, Completable<Void> done) {
    own.remove(new Registration(address, info));
    super.removeRegistration(address, info, done);
  }

  /**
   * Writes this member's registrations again, as the library does after parts of the cluster have
   * merged: members that considered this one lost may have deleted its registrations after it had
   * returned. Blocks for some operations on the shared map.
   */
  void renew() {
    if (isActive()) {
      readAgain(registrations.withoutLive());
      stateChanged(new LifecycleEvent(LifecycleEvent.LifecycleState.MERGED));
      readFormer();
    }
  }

  /**
   * Reads the registrations that were made before this member received updates of the shared map,
   * unless it has already read them. Blocks for an operation on all members, and fails if a member
   * does not reply.
   */
  void readFormer() {
    if (!hasReadFormer) {
      MultiMap<String, Object> all = getHazelcastInstance().getMultiMap(REGISTRATIONS);
      Set.copyOf(all.keySet())
          .forEach(address -> read(address).onSuccess(now -> registrations.add(address, now)));
      hasReadFormer = true;
    }
  }

  /** Whether a present member is registered at an address, as far as this member knows. */
  boolean isHandled(String address) {
    return registrations.known(address).filter(live -> !live.isEmpty()).isPresent();
  }

  /** Returns the addresses at which this member is registered. */
  List<String> addresses() {
    return own.stream().map(Registration::address).distinct().toList();
  }

  /** Removes this member's registrations from the shared map. */
  Future<Void> withdraw() {
    return Future.join(own.stream().map(this::withdraw).toList()).mapEmpty();
  }

  private Future<Void> withdraw(Registration registration) {
    Promise<Void> promise = Promise.promise();
    removeRegistration(registration.address(), registration.info(), promise);
    return promise.future();
  }

  /** Reads the registrations of the addresses again and updates the selector. */
  Future<Void> readAgain(List<String> addresses) {
    return Future.join(addresses.stream().map(this::readAgain).toList()).mapEmpty();
  }

  private Future<List<RegistrationInfo>> readAgain(String address) {
    return read(address)
        .onSuccess(
            now -> registrations.registrationsUpdated(new RegistrationUpdateEvent(address, now)));
  }

  private Future<List<RegistrationInfo>> read(String address) {
    Promise<List<RegistrationInfo>> found = Promise.promise();
    super.getRegistrations(address, found);
    return found.future();
  }

  private record Registration(String address, RegistrationInfo info) {}
}
