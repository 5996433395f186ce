package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** The interface's story while replicas are killed in the middle of its chapters. */
@Tag("resilience")
class KilledReplicasAcceptanceTest extends InterfaceStory {

  /** With {@code -Dkills.every=1} there is a kill in every chapter. */
  private static final int CHAPTERS_FOR_A_KILL = Integer.getInteger("kills.every", 5);

  private static final RunningSuite SUITE = RunningSuite.sharedReplicas();

  private final Kills kills = new Kills(SUITE);
  private int chapters;

  KilledReplicasAcceptanceTest() {
    super(SUITE.endpoints());
  }

  @BeforeEach
  void killSomeReplicaInAMoment() {
    if (chapters++ % CHAPTERS_FOR_A_KILL == 0) {
      kills.killNext();
    }
  }

  @AfterAll
  void sayWhatWasSeen() {
    kills.end();
    RunningSuite.leaveReplicas();
    System.out.println(kills);
    assertEquals(List.of(), kills.late());
  }
}
