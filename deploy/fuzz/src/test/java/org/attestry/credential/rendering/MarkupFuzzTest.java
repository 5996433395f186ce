package org.attestry.credential.rendering;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Duration;
import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.credential.template.MarkupTemplate;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

/** Templates of certificates: what is kept of one draws, and nothing else. */
class MarkupFuzzTest {

  private static final List<String> READS =
      List.of("<script", "<!ENTITY", "src=\"file", "href=\"file", "<style>@import");

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::drawsOrRefuses);
  }

  @FuzzTest
  void drawsOrRefuses(byte[] input) {
    Harmless.check(input, MarkupFuzzTest::draw);
  }

  private static void draw(String text) {
    boolean svg = text.contains("<svg");
    try {
      MarkupTemplate template = MarkupTemplate.of(text);
      SafeMarkup.leftOut(template.outline(true), svg);
      String markup = template.fill(Json.object(), budget());
      String drawn = MarkupWriter.write(SafeMarkup.of(markup, svg), svg);
      if (READS.stream().anyMatch(drawn::contains)) {
        throw new AssertionError(drawn);
      }
    } catch (FailureException refused) {
      return;
    }
  }

  private static Budget budget() {
    return Budget.of(
        Duration.ofSeconds(10), 2_000_000, Failure.invalid("fuzz", "", "limit", "Too much."));
  }
}
