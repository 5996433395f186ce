package org.attestry.acceptance;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The one process of all services ends as in a crash, and the servers with it. */
@Tag("resilience")
class CrashAcceptanceTest {

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

  private static Client admin() {
    String token =
        new IdentityProvider(suite.endpoints()).clientCredentials().get("access_token").textValue();
    return Client.withToken(suite.endpoints(), token);
  }
}
