package org.attestry.acceptance;

import java.time.Duration;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The one process of all services ends as in a crash, and the servers with it. */
@Tag("resilience")
class CrashAcceptanceTest {

  private static final Duration SOON = Duration.ofSeconds(120);
  private static final int GRANTS_BEFORE_THE_CRASH = 60;

  @AutoClose("discard")
  private static RunningSuite suite;

  private static Samples samples;

  @BeforeAll
  static void start() {
    suite = RunningSuite.startOwn();
    samples = Samples.fresh();
    admin().post("/api/v1/Schema", samples.schema("Teacher")).status(200);
    Client.withoutToken(suite.endpoints())
        .post("/api/v1/Teacher/invite", samples.teacher().toString())
        .status(200);
  }

  @Test
  void losesNothingAndLeavesNothingHalfDone() throws Exception {
    TaskStreams streams = TaskStreams.begin(suite, samples);
    streams.awaitGrants(GRANTS_BEFORE_THE_CRASH);

    suite.kill();
    streams.end();
    suite.start();

    streams.requireNothingLost();
  }

  @Test
  void serversThatEndAreStartedAgainWithTheirData() {
    String teacher = invited();
    suite.servers().forEach(CrashAcceptanceTest::killServer);

    Eventually.isTrue(SOON, () -> suite.isReady(suite.replicas().getFirst()));
    admin().get("/api/v1/Teacher/" + teacher).status(200);
    invited();
  }

  /** A teacher who was not invited before. */
  private static String invited() {
    return admin()
        .post("/api/v1/Teacher/invite", Samples.fresh().teacher().toString())
        .status(200)
        .json()
        .at("/result/Teacher/osid")
        .textValue();
  }

  private static void killServer(String server, long pid) {
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    Eventually.isTrue(SOON, () -> suite.servers().get(server) != pid);
  }

  private static Client admin() {
    String token =
        new IdentityProvider(suite.endpoints()).clientCredentials().get("access_token").textValue();
    return Client.withToken(suite.endpoints(), token);
  }
}
