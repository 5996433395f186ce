package org.attestry.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Attestation beside its model, with concurrency and failing parts: eight users at once take random
 * steps on a few entities, over two replicas of registry and claims, while the signer refuses and
 * is away by chance and requests, replies and facts are lost on the bus, between any two steps of a
 * raise or a decision. After each quiet moment claims, entities, credentials and history say the
 * same.
 */
class AttestationModelIT {

  /** More by {@code -Dattestation.steps=100000}; another walk by {@code -Dattestation.seed=…}. */
  private static final int STEPS = Integer.getInteger("attestation.steps", 3_000);

  private static final long SEED = Seeds.of(15);
  private static final int USERS = 8;
  private static final int STEPS_BETWEEN_LOOKS = 500;

  @AutoClose private final DecisionServices services = new DecisionServices();

  @Test
  void claimEntityCredentialAndHistorySayTheSameAfterEachQuietMoment() throws Exception {
    services.signer.fails(6);
    AttestationSteps steps = new AttestationSteps(services);
    int rounds = Math.max(1, STEPS / STEPS_BETWEEN_LOOKS);
    for (int round = 0; round < rounds; round++) {
      loses(true);
      walk(steps, round);
      loses(false);
      AttestationModel model = new AttestationModel(services, steps);
      Eventually.until(() -> confirmedDifferences(model), List::isEmpty);
    }
    System.out.printf("attestation model: seed %d, %s%n", SEED, steps.summary());
    assertEquals(List.of(), steps.unexpected());
  }

  private List<String> confirmedDifferences(AttestationModel model) {
    services.signer.confirm(AttestationSteps.STUDENT);
    return model.differences();
  }

  /** Messages are lost while users take steps, so that what they left is settled meanwhile. */
  private void loses(boolean messages) {
    services.losesFacts(messages ? 5 : 0);
    services.losesMessages(messages ? 1 : 0);
    services.signer.losesReplies(messages ? 5 : 0);
  }

  private static void walk(AttestationSteps steps, int round) throws InterruptedException {
    AtomicInteger left = new AtomicInteger(STEPS_BETWEEN_LOOKS);
    try (ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all =
          IntStream.range(0, USERS)
              .<Future<?>>mapToObj(user -> users.submit(() -> walk(steps, round, user, left)))
              .toList();
      for (Future<?> one : all) {
        one.get();
      }
    } catch (ExecutionException e) {
      fail("seed %d, round %d".formatted(SEED, round), e.getCause());
    }
  }

  /** While one user waits for a message that was lost, the others take the steps that are left. */
  private static void walk(AttestationSteps steps, int round, int user, AtomicInteger left) {
    SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + round * 31L + user);
    while (left.getAndDecrement() > 0) {
      steps.take(random);
    }
  }
}
