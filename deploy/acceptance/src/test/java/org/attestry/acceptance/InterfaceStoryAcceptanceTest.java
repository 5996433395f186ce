package org.attestry.acceptance;

/** The interface's story at the suite that all tests share. */
class InterfaceStoryAcceptanceTest extends InterfaceStory {

  InterfaceStoryAcceptanceTest() {
    super(RunningSuite.shared());
  }
}
