package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.servers.Port;
import org.attestry.testkit.servers.S3Server;
import org.attestry.testkit.servers.ServerFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server of the suite whose process ends. */
class KeptServerIT {

  @TempDir private Path run;

  @Test
  void isStartedAgainWithItsDataUntilItIsClosed() throws Exception {
    Path data = run.resolve("s3");
    Port port = Port.free().settled();
    ServerFiles files = ServerFiles.ofThisUser();
    KeptServer<S3Server> kept =
        new KeptServer<>("S3", new Steps(System.out), () -> S3Server.start(files, data, port));
    AtomicInteger starts = new AtomicInteger();
    kept.start().begin().run();
    S3Server first = kept.get();
    kept.keepRunning(starts::incrementAndGet);

    for (int ends = 1; ends <= 2; ends++) {
      ProcessHandle.of(kept.get().pid()).orElseThrow().destroyForcibly();
      int wanted = ends;
      Eventually.isTrue(() -> starts.get() == wanted);
    }

    S3Server last = kept.get();
    assertNotEquals(first.pid(), last.pid());
    assertEquals(first.endpoint(), last.endpoint());
    assertEquals(first.secretKey(), last.secretKey());
    kept.close().join();
    assertFalse(ProcessHandle.of(last.pid()).map(ProcessHandle::isAlive).orElse(false));
    assertEquals(2, starts.get());
  }
}
