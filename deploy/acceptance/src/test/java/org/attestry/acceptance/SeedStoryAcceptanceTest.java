package org.attestry.acceptance;

/** The interface's story at the suite that all tests share. */
class SeedStoryAcceptanceTest extends SeedStory {

  SeedStoryAcceptanceTest() {
    super(RunningSuite.shared());
  }
}
