package org.attestry.testkit;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What a test needs and a developer's machine may lack, such as Node. */
public final class Prerequisite {

  private Prerequisite() {}

  /**
   * Goes on where it is there. Where it is not, the test is skipped; on a machine that builds for
   * everybody, which sets {@code CI=true}, it fails, so that nothing stays untested unseen.
   *
   * @param otherwise what is not tested, and why
   */
  public static void require(boolean there, String otherwise) {
    if (!there && "true".equals(System.getenv("CI"))) {
      fail(otherwise + " CI must have it.");
    }
    assumeTrue(there, otherwise);
  }
}
