package org.attestry.runtime.cluster;

import static org.attestry.runtime.cluster.EchoService.ECHO;
import static org.attestry.runtime.cluster.EchoService.SLOW_ECHO;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.core.EntryAdapter;
import com.hazelcast.core.EntryEvent;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.multimap.MultiMap;
import io.vertx.core.Future;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import io.vertx.spi.cluster.hazelcast.impl.HazelcastRegistrationInfo;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Operation;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.MemberChecks;
import org.attestry.runtime.cluster.EchoService.Reply;
import org.attestry.runtime.cluster.EchoService.Request;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.management.Health.CheckResult;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestAuthority;
import org.attestry.testkit.servers.Port;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * This process requests; replicas of a service, each a process of its own, reply until one is
 * killed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterIT {

  /** Where the library keeps what each member tells of itself. */
  private static final String NODES = "__vertx.nodeInfo";

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final int SOME = 10;
  private static final int MANY = 100;
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int ASKER = 2;
  private static final int STRANGER = 3;

  @TempDir static Path folder;

  private final List<Integer> ports = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();
  private TestAuthority authority;
  private Cluster asker;
  private BusClient bus;

  @BeforeAll
  void startTwoReplicasAndARequester() throws Exception {
    authority = new TestAuthority(folder, "authority");
    IntStream.range(0, 8).forEach(any -> ports.add(Port.free().settled().number()));
    startReplica(FIRST);
    startReplica(SECOND);
    asker = join(ASKER, authority);
    bus = new BusClient(asker.vertx());
    Eventually.until(this::answering, answering -> answering.size() == 2);
  }

  @AfterAll
  void stop() throws Exception {
    await(asker.leave());
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  @Order(1)
  void sharesTheQuestionsBetweenReplicas() throws Exception {
    assertEquals("hello", await(request()).text());
    assertEquals(Set.of("replica-0", "replica-1"), replicas(requestRounds(SOME)));
  }

  @Test
  @Order(2)
  void aMemberIsReadyThatSeesTheServicesItNeeds() {
    Health.ServiceHealth seen = await(health().ready());
    assertTrue(seen.healthy(), seen.toString());
    assertEquals(List.of(), seen.degraded());
  }

  @Test
  @Order(5)
  void aMemberThatSeesNoOtherIsNotReady() throws Exception {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
    Health health = health();
    Health.ServiceHealth seen =
        Eventually.until(() -> await(health.ready()), now -> !now.healthy());
    assertEquals(
        List.of(new CheckResult("bus", false), new CheckResult("echo", false)), seen.checks());
    assertEquals(List.of("slow-echo"), seen.degraded());
  }

  private Health health() {
    Health health = new Health("asker");
    new MemberChecks(asker.vertx(), health).requires("echo", ECHO).uses("slow-echo", SLOW_ECHO);
    health.started();
    return health;
  }

  @Test
  @Order(4)
  void repliesToEveryRequestWhenAReplicaIsKilled() throws Exception {
    List<Future<Reply>> inFlight = IntStream.range(0, 8).mapToObj(i -> request(SLOW_ECHO)).toList();
    assertTrue(replicas(requestRounds(SOME)).contains("replica-0"));

    processes.get(FIRST).destroyForcibly().waitFor();
    List<Future<Reply>> requested = requestRounds(MANY);

    assertEquals(Set.of("replica-1"), replicas(requested));
    assertEquals(Set.of("replica-1"), replicas(inFlight));

    processes.get(SECOND).destroyForcibly().waitFor();
    FailureException failed = assertThrows(FailureException.class, () -> await(request()));
    assertEquals(FailureKind.UNAVAILABLE, failed.failure().kind(), "not only at its deadline");
  }

  @Test
  @Order(3)
  void reachesAMemberAgainWhoseEntriesOthersHaveDeleted() {
    HazelcastInstance members = hazelcast();
    members.getMultiMap(ReconcilingClusterManager.REGISTRATIONS).remove(ECHO.address());
    members.getMap(NODES).clear();

    Eventually.isTrue(
        () ->
            members.getMultiMap(ReconcilingClusterManager.REGISTRATIONS).get(ECHO.address()).size()
                    == 2
                && members.getMap(NODES).size() == 3);
    Eventually.until(this::answering, answering -> answering.size() == 2);
  }

  @Test
  @Order(3)
  void sendsNothingToARegisteredMemberThatIsNotThere() throws Exception {
    MultiMap<String, HazelcastRegistrationInfo> answerers =
        hazelcast().getMultiMap(ReconcilingClusterManager.REGISTRATIONS);
    HazelcastRegistrationInfo ghost =
        new HazelcastRegistrationInfo(new RegistrationInfo("ghost", 1, false));
    answerers.put(ECHO.address(), ghost);

    List<Future<Reply>> requested = requestRounds(MANY);
    answerers.remove(ECHO.address(), ghost);

    assertEquals(Set.of("replica-0", "replica-1"), replicas(requested));
  }

  @Test
  @Order(3)
  void failsNoRequestWhenTheEventOfALeavingReplicaIsLate() throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    MultiMap<String, HazelcastRegistrationInfo> answerers =
        hazelcast().getMultiMap(ReconcilingClusterManager.REGISTRATIONS);
    UUID listener = answerers.addEntryListener(new Late(left), false);
    List<Future<Reply>> requested = new ArrayList<>();
    processes.get(FIRST).destroy();
    while (processes.get(FIRST).isAlive()) {
      requested.addAll(requestRounds(SOME));
    }
    left.countDown();

    assertTrue(replicas(requested).contains("replica-1"));
    answerers.removeEntryListener(listener);
    startReplica(FIRST);
    Eventually.until(this::answering, answering -> answering.size() == 2);
  }

  /** Holds up all news of the cluster at the member that listens. */
  private static final class Late extends EntryAdapter<String, HazelcastRegistrationInfo> {
    private final CountDownLatch until;

    Late(CountDownLatch until) {
      this.until = until;
    }

    @Override
    public void onEntryEvent(EntryEvent<String, HazelcastRegistrationInfo> news) {
      try {
        until.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private HazelcastInstance hazelcast() {
    VertxInternal vertx = (VertxInternal) asker.vertx();
    return ((HazelcastClusterManager) vertx.clusterManager()).getHazelcastInstance();
  }

  @Test
  @Order(3)
  void failsNothingWhileAReplicaLeavesAndComesBack() throws Exception {
    Thread rolling =
        Thread.ofPlatform()
            .start(
                () -> {
                  processes.get(FIRST).destroy();
                  processes.get(FIRST).onExit().join();
                  startReplica(FIRST);
                });
    List<Future<Reply>> requested = new ArrayList<>();
    while (rolling.isAlive()) {
      requested.addAll(requestRounds(SOME));
    }

    assertTrue(replicas(requested).contains("replica-1"));
    Eventually.until(this::answering, answering -> answering.size() == 2);
  }

  @Test
  @Order(2)
  void acceptsNoMemberWithoutACertificateOfTheAuthority() throws Exception {
    try (SSLSocket socket = trustingAll(ports.get(FIRST * 2 + 1))) {
      socket.setSoTimeout(60_000);
      assertThrows(
          IOException.class,
          () -> {
            socket.startHandshake();
            socket.getOutputStream().write(new byte[64]);
            assertEquals(-1, socket.getInputStream().read());
            throw new IOException("closed");
          });
    }
    Cluster stranger = join(STRANGER, new TestAuthority(folder, "other"));
    try {
      BusClient strangers = new BusClient(stranger.vertx());
      Eventually.isTrue(() -> refused(strangers) == FailureKind.TIMEOUT);
    } finally {
      await(stranger.leave());
    }
  }

  private Cluster join(int member, TestAuthority issuer) throws Exception {
    ClusterConfig config =
        new ClusterConfig(
            true,
            "test",
            members(),
            List.of(),
            "127.0.0.1",
            "",
            ports.get(member * 2),
            ports.get(member * 2 + 1),
            tls(issuer.issue()));
    return await(Cluster.join(config));
  }

  private static ClusterConfig.Tls tls(TestAuthority.Certified files) {
    return new ClusterConfig.Tls(files.certificate(), files.key(), files.authority());
  }

  private List<String> members() {
    return IntStream.range(0, 4).mapToObj(i -> "127.0.0.1:" + ports.get(i * 2)).toList();
  }

  private void startReplica(int number) {
    try {
      TestAuthority.Certified tls = authority.issue();
      Map<String, String> settings = new TreeMap<>();
      settings.put("REPLICA", "replica-" + number);
      settings.put("MANAGEMENT_PORT", "0");
      settings.put("CLUSTER_ENABLED", "true");
      settings.put("CLUSTER_NAME", "test");
      settings.put("CLUSTER_MEMBERS", String.join(",", members()));
      settings.put("CLUSTER_PORT", ports.get(number * 2).toString());
      settings.put("CLUSTER_BUS_PORT", ports.get(number * 2 + 1).toString());
      settings.put("CLUSTER_TLS_CERTIFICATE", tls.certificate().toString());
      settings.put("CLUSTER_TLS_KEY", tls.key().toString());
      settings.put("CLUSTER_TLS_AUTHORITY", tls.authority().toString());
      Process process = start(settings);
      if (processes.size() > number) {
        processes.set(number, process);
      } else {
        processes.add(process);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Process start(Map<String, String> settings) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            EchoService.class.getName());
    builder.environment().putAll(settings);
    return builder.inheritIO().start();
  }

  private Set<String> answering() {
    List<Future<Reply>> requested = IntStream.range(0, 8).mapToObj(i -> request()).toList();
    return replicas(requested);
  }

  /** Requests again and again, a few at a time. */
  private List<Future<Reply>> requestRounds(int rounds) {
    List<Future<Reply>> requested = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      List<Future<Reply>> some = IntStream.range(0, 8).mapToObj(i -> request()).toList();
      requested.addAll(some);
      await(Future.join(some).transform(ended -> Future.succeededFuture()));
    }
    return requested;
  }

  private Future<Reply> request() {
    return request(ECHO);
  }

  private Future<Reply> request(Operation<Request, Reply> operation) {
    return bus.request(operation, new Request("hello"), context(LONG));
  }

  private static Set<String> replicas(List<Future<Reply>> requested) {
    return requested.stream().map(reply -> await(reply).replica()).collect(Collectors.toSet());
  }

  /** Why a stranger gets no reply. */
  private static FailureKind refused(BusClient stranger) {
    Future<Reply> reply =
        stranger.request(ECHO, new Request("hello"), context(Duration.ofSeconds(2)));
    FailureException refused = assertThrows(FailureException.class, () -> await(reply));
    return refused.failure().kind();
  }

  private static CallContext context(Duration timeout) {
    return new CallContext(Caller.NOBODY, "r-1", Deadline.in(timeout), null);
  }

  private static SSLSocket trustingAll(int port) throws IOException, GeneralSecurityException {
    X509TrustManager all =
        new X509TrustManager() {
          @Override
          public void checkClientTrusted(X509Certificate[] chain, String type) {}

          @Override
          public void checkServerTrusted(X509Certificate[] chain, String type) {}

          @Override
          public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
          }
        };
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {all}, new SecureRandom());
    return (SSLSocket)
        context
            .getSocketFactory()
            .createSocket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
  }
}
