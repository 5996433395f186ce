package org.attestry.testkit;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Checks for software that a test needs and a developer's machine may lack, such as Node. */
public final class Prerequisite {

  private Prerequisite() {}

  /**
   * Continues if the prerequisite is present. Otherwise the test is skipped; on a CI machine, which
   * sets {@code CI=true}, it fails, so that no gap in the tests goes unnoticed.
   *
   * @param otherwise a message that states what is not tested, and why
   */
  public static void require(boolean there, String otherwise) {
    if (!there && "true".equals(System.getenv("CI"))) {
      fail(otherwise + " CI must have it.");
    }
    assumeTrue(there, otherwise);
  }
}
