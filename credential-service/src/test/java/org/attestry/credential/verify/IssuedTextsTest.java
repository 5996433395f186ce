package org.attestry.credential.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.credential.stored.CredentialReference;
import org.attestry.credential.stored.StoredCredential;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** With a heap of 256 MiB: 2 MiB of texts at once, half of them for callers without a token. */
class IssuedTextsTest {

  private static final int LARGE = 900_000;

  @AutoClose private final Vertx vertx = Vertx.vertx();

  private final BlockingQueue<Promise<StoredCredential>> reads = new LinkedBlockingQueue<>();
  private final IssuedTexts texts =
      new IssuedTexts(vertx, this::read, 256L << 20, new SimpleMeterRegistry());

  @Test
  void manyAddressesThatReadALargeCredentialHoldOneTextAtATime() throws Exception {
    List<Future<Void>> anonymous = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      anonymous.add(verify(LARGE, CallerKey.address("10.0.0." + i)));
    }
    assertEquals(1, reads.size());
    assertTrue(anonymous.stream().noneMatch(Future::isComplete));

    reads.take().complete(null);
    assertTrue(anonymous.getFirst().succeeded());
    reads.take();
    assertTrue(reads.isEmpty());
    assertFalse(anonymous.get(1).isComplete());
  }

  @Test
  void callersWithATokenAndSmallCredentialsWaitForNoAddress() {
    verify(LARGE, CallerKey.address("10.0.0.1"));
    verify(LARGE, CallerKey.address("10.0.0.2"));
    verify(LARGE, CallerKey.user("anna"));
    verify(IssuedTexts.SMALL, CallerKey.address("10.0.0.2"));
    assertEquals(3, reads.size());
  }

  private Future<Void> verify(int bytes, CallerKey caller) {
    CredentialReference one = new CredentialReference(UUID.randomUUID(), null, bytes);
    Deadline deadline = Deadline.in(Duration.ofMinutes(10), caller);
    return texts.with(one, deadline, read -> Future.succeededFuture());
  }

  private Future<StoredCredential> read(UUID id) {
    Promise<StoredCredential> read = Promise.promise();
    reads.add(read);
    return read.future();
  }
}
