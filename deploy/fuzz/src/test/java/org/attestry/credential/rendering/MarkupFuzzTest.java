package org.attestry.credential.rendering;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.credential.domain.certificate.CertificateForm;
import org.attestry.credential.domain.template.MarkupTemplate;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.Budget;
import org.junit.jupiter.api.Test;

/** Templates of certificates: what is kept of one draws, and nothing else. */
class MarkupFuzzTest {

  private static final List<String> READS =
      List.of("<script", "<!ENTITY", "src=\"file", "href=\"file", "<style>@import");
  private static final MarkupRenderer RENDERER = new MarkupRenderer();

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::drawsOrRefuses);
  }

  @FuzzTest
  void drawsOrRefuses(byte[] input) {
    Harmless.check(input, MarkupFuzzTest::draw);
  }

  private static void draw(String text) {
    CertificateForm form = text.contains("<svg") ? CertificateForm.SVG : CertificateForm.HTML;
    try {
      MarkupTemplate template = MarkupTemplate.of(text);
      RENDERER.leftOut(template.outline(true), form == CertificateForm.SVG);
      String markup = template.fill(Json.object(), budget());
      String drawn =
          new String(RENDERER.render(markup, form, null, budget()), StandardCharsets.UTF_8);
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
