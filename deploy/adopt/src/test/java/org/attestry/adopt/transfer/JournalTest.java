package org.attestry.adopt.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {

  @TempDir Path folder;

  @Test
  void goesOnWithARunThatDidNotEnd() {
    try (Journal journal = open("pages of 10")) {
      journal.add("Student 1");
    }
    try (Journal journal = open("pages of 10")) {
      assertTrue(journal.has("Student 1"));
      assertFalse(journal.has("Student 2"));
      assertEquals(1, journal.entries());
    }
  }

  @Test
  void beginsAnewAfterARunThatEndedOrHadOtherPages() {
    try (Journal journal = open("pages of 10")) {
      journal.add("Student 1");
      journal.end();
    }
    try (Journal journal = open("pages of 10")) {
      assertFalse(journal.has("Student 1"));
      journal.add("Student 1");
    }
    try (Journal journal = open("pages of 20")) {
      assertFalse(journal.has("Student 1"));
    }
  }

  @Test
  void handlesEachPageOnce() {
    Set<Long> handled = new ConcurrentSkipListSet<>();
    Pages.handle(100, 3, page -> assertTrue(handled.add(page)));

    assertEquals(100, handled.size());
  }

  @Test
  void endsWithTheFirstFailure() {
    assertThrows(
        IllegalStateException.class,
        () ->
            Pages.handle(
                10,
                2,
                page -> {
                  if (page == 3) {
                    throw new IllegalStateException("refused");
                  }
                }));
  }

  private Journal open(String form) {
    return new Journal(folder.resolve("journal"), form);
  }
}
