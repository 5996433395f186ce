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
import io.vertx.spi.cluster.hazelcast.impl.HazelcastRegistrationInfo;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cluster manager that can take back what this member has announced while the handlers still
 * answer, and that announces it again when it was lost. Unregistering a handler removes it here
 * before the others hear of it, and what they send in between would never be answered.
 */
final class Announcements extends HazelcastClusterManager {

  /** Address to who answers there, for all members. */
  static final String ANSWERERS = "__vertx.subs";

  /** What a member says of itself: where its event bus listens, as host:port. */
  static final String PLACE = "bus";

  private static final String NODE_ID = "__vertx.nodeId";

  private final Set<Announcement> announced = ConcurrentHashMap.newKeySet();

  private volatile Runnable departure = () -> {};
  private volatile LivingAnswerers selection;

  Announcements(Config config) {
    super(config);
  }

  /** What is done each time that another member is no longer there. */
  void onDeparture(Runnable action) {
    departure = action;
  }

  @Override
  public void registrationListener(RegistrationListener listener) {
    selection = new LivingAnswerers(listener);
    super.registrationListener(selection);
  }

  @Override
  public void memberAdded(MembershipEvent event) {
    selection.join(nodeId(event.getMember()));
    super.memberAdded(event);
  }

  /** What this member can do alone comes first: mending what is shared takes up to seconds. */
  @Override
  public void memberRemoved(MembershipEvent event) {
    String node = nodeId(event.getMember());
    selection.leave(node);
    departure.run();
    super.memberRemoved(event);
  }

  private static String nodeId(Member member) {
    return member.getAttribute(NODE_ID);
  }

  @Override
  public void getRegistrations(String address, Completable<List<RegistrationInfo>> found) {
    Optional<String> member = MemberAddress.member(address);
    if (member.isPresent()) {
      found.succeed(List.of(new RegistrationInfo(member.get(), 0, false)));
      return;
    }
    Promise<List<RegistrationInfo>> listed = Promise.promise();
    super.getRegistrations(address, listed);
    listed.future().map(list -> selection.of(address, list)).onComplete(found);
  }

  /**
   * Each member says when it joins where it listens ({@link #PLACE}). The shared list is never read
   * for it: that may wait long when members have just died or come back, and all that is sent to
   * the one in question would wait with it.
   */
  @Override
  public void getNodeInfo(String node, Completable<NodeInfo> found) {
    placeOf(node)
        .ifPresentOrElse(
            place -> found.succeed(new NodeInfo(place.getHostString(), place.getPort(), null)),
            () -> found.fail(new VertxException(node + " is not a member", true)));
  }

  private Optional<InetSocketAddress> placeOf(String node) {
    return isActive()
        ? getHazelcastInstance().getCluster().getMembers().stream()
            .filter(member -> node.equals(nodeId(member)))
            .findFirst()
            .map(member -> Hosts.hostAndPort(member.getAttribute(PLACE)))
        : Optional.empty();
  }

  @Override
  public void addRegistration(String address, RegistrationInfo info, Completable<Void> done) {
    if (MemberAddress.member(address).isPresent()) {
      done.succeed();
      return;
    }
    announced.add(new Announcement(address, info));
    super.addRegistration(address, info, done);
  }

  @Override
  public void removeRegistration(String address, RegistrationInfo info, Completable<Void> done) {
    announced.remove(new Announcement(address, info));
    super.removeRegistration(address, info, done);
  }

  /**
   * Mends what everybody knows of who answers what. A member that others held for gone and that
   * comes back may find that they deleted its entries after it had written them anew; and when
   * parts of the cluster find each other again, the entries of members that have ended meanwhile
   * come back with them. Blocks for some operations on the shared maps.
   */
  void renew() {
    if (!isActive()) {
      return;
    }
    getNodes().forEach(selection::join);
    announceAgain();
    if (isOldest()) {
      forgetTheGone();
    }
  }

  /** What the library does after parts have found each other: it writes its own entries again. */
  private void announceAgain() {
    stateChanged(new LifecycleEvent(LifecycleEvent.LifecycleState.MERGED));
  }

  private boolean isOldest() {
    return getHazelcastInstance().getCluster().getMembers().iterator().next().localMember();
  }

  /** Reads the entries before the members: whoever has written one has joined before. */
  private void forgetTheGone() {
    MultiMap<String, HazelcastRegistrationInfo> answerers =
        getHazelcastInstance().getMultiMap(ANSWERERS);
    Set<Map.Entry<String, HazelcastRegistrationInfo>> entries = answerers.entrySet();
    List<String> here = getNodes();
    entries.stream()
        .filter(entry -> !here.contains(entry.getValue().unwrap().nodeId()))
        .forEach(entry -> answerers.remove(entry.getKey(), entry.getValue()));
  }

  /** The addresses at which this member is announced. */
  List<String> addresses() {
    return announced.stream().map(Announcement::address).distinct().toList();
  }

  /** Completes when no question comes any more; the others hear of it a moment later. */
  Future<Void> withdraw() {
    return Future.join(announced.stream().map(this::withdraw).toList()).mapEmpty();
  }

  /** Completes when this member knows who now answers at the addresses. */
  Future<Void> lookAgain(List<String> addresses) {
    return Future.join(
            addresses.stream().filter(selection::wantsUpdatesFor).map(this::lookAgain).toList())
        .mapEmpty();
  }

  private Future<List<RegistrationInfo>> lookAgain(String address) {
    Promise<List<RegistrationInfo>> found = Promise.promise();
    super.getRegistrations(address, found);
    return found
        .future()
        .onSuccess(
            now -> selection.registrationsUpdated(new RegistrationUpdateEvent(address, now)));
  }

  private Future<Void> withdraw(Announcement announcement) {
    Promise<Void> promise = Promise.promise();
    removeRegistration(announcement.address(), announcement.info(), promise);
    return promise.future();
  }

  private record Announcement(String address, RegistrationInfo info) {}
}
