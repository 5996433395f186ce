package org.attestry.credential.rendering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A document that ends its renderer ends nothing else. */
class RenderersTest {

  private static final Renderers.Limits LIMITS = limits(64 << 20);
  private static final Renderers RENDERERS = new Renderers(LIMITS);
  private static final Deadline FAR = Deadline.in(Duration.ofMinutes(30));
  private static final String TOO_COMPLEX = "credential.certificate.too-complex";

  @AfterAll
  static void end() {
    RENDERERS.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"long-name", "selectors", "page-size", "floats", "turbulence", "patterns"})
  void aCertificateThatEndsItsRendererIsRefusedAndTheNextOneIsRendered(String kind) {
    String markup = HostileMarkup.of(kind);
    assertEquals(TOO_COMPLEX, refused(markup), kind);
    assertTrue(render("<p>after " + kind + "</p>").length > 0);
  }

  @Test
  void aDrawingIsRenderedWithinTheUsualHeap() throws IOException {
    String logo =
        """
        <p>name</p>
        <svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="0 0 300 200">
          <defs>
            <radialGradient id="g"><stop offset="0" stop-color="#f80"/><stop offset="1"/></radialGradient>
            <clipPath id="c"><circle cx="150" cy="100" r="90"/></clipPath>
            <symbol id="s" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="#00f"/></symbol>
          </defs>
          <g clip-path="url(#c)"><rect width="300" height="200" fill="url(#g)"/>%s</g>
        </svg>
        """
            .formatted("<use href='#s' width='30' height='30'/>".repeat(200));
    try (PDDocument pdf = Loader.loadPDF(render(logo))) {
      assertEquals("name", new PDFTextStripper().getText(pdf).strip());
    }
  }

  @Test
  void aCertificateThatEndedItsRendererIsNotGivenToAnother() {
    String markup = HostileMarkup.of("selectors").replace("x", "once");
    assertEquals(TOO_COMPLEX, refused(markup));
    long killed = RENDERERS.counts().get("killed");
    assertEquals(TOO_COMPLEX, refused(markup));
    assertEquals(killed, RENDERERS.counts().get("killed"));
  }

  @Test
  void aCertificateThatIsNotReadyBeforeItsCallerLeavesIsRefusedForNow() {
    Deadline soon = Deadline.in(Duration.ofMillis(500));
    Duration longer = Duration.ofMinutes(5);
    try (Renderers renderers =
        new Renderers(new Renderers.Limits(LIMITS.heapBytes(), longer, longer, null))) {
      String markup = HostileMarkup.of("long-name");
      Failure failure =
          assertThrows(FailureException.class, () -> renderers.render(markup, null, soon))
              .failure();
      assertEquals("suite.busy", failure.code());
      assertTrue(render(renderers, "<p>after</p>").length > 0);
    }
  }

  @Test
  void aRendererThatIsKilledFromOutsideIsReplaced() {
    try (Renderers renderers = new Renderers(LIMITS)) {
      render(renderers, "<p>before</p>");
      end(renderers.processes());
      assertTrue(render(renderers, "<p>after</p>").length > 0);
      assertEquals(0, renderers.counts().get("killed"));
    }
  }

  @Test
  void whereNoRendererCanBeStartedACertificateIsUnavailable() {
    try (Renderers none = new Renderers(limits(1))) {
      FailureException refused =
          assertThrows(FailureException.class, () -> render(none, "<p>x</p>"));
      assertEquals(FailureKind.UNAVAILABLE, refused.failure().kind());
      assertEquals("credential.certificate.unavailable", refused.failure().code());
    }
  }

  @Test
  void closingEndsEveryRenderer() {
    Renderers renderers = new Renderers(LIMITS);
    render(renderers, "<p>x</p>");
    List<ProcessHandle> own = renderers.processes();
    assertNotEquals(List.of(), own);
    renderers.close();
    own.forEach(child -> child.onExit().join());
  }

  /** The service is killed in the middle of a document, so nobody reads its standard output. */
  @Test
  void aServiceThatIsKilledLeavesNoRendererAndNoFiles(@TempDir Path folder) throws Exception {
    Process service =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                Service.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader said = service.inputReader();
    assertEquals("rendered", said.readLine());
    List<ProcessHandle> renderers = service.descendants().toList();
    assertNotEquals(List.of(), renderers);
    service.destroyForcibly();
    CompletableFuture.allOf(
            renderers.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
        .join();
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals("", left.map(Path::toString).collect(Collectors.joining(" ")));
    }
  }

  @Test
  void aRendererHasNothingOfTheEnvironmentButTheLanguage() throws IOException {
    Path environment = Path.of("/proc");
    if (!Files.exists(environment)) {
      return;
    }
    render("<p>x</p>");
    for (ProcessHandle renderer : RENDERERS.processes()) {
      String read = Files.readString(environment.resolve(renderer.pid() + "/environ"));
      for (String variable : read.split("\0")) {
        assertTrue(variable.matches("((LANG|LC_ALL|LC_CTYPE)=.*)?"), variable);
      }
    }
  }

  private static Renderers.Limits limits(long heapBytes) {
    return new Renderers.Limits(heapBytes, Duration.ofSeconds(1), Duration.ofMinutes(30), null);
  }

  private static void end(List<ProcessHandle> processes) {
    processes.forEach(ProcessHandle::destroyForcibly);
    processes.forEach(process -> process.onExit().join());
  }

  private static String refused(String markup) {
    return assertThrows(FailureException.class, () -> RENDERERS.render(markup, null, FAR))
        .failure()
        .code();
  }

  private static byte[] render(String body) {
    return render(RENDERERS, body);
  }

  private static byte[] render(Renderers renderers, String body) {
    return renderers.render("<html><body>" + body + "</body></html>", null, FAR);
  }

  /** Renders a certificate, and then one that takes long. */
  static final class Service {
    public static void main(String[] none) {
      Renderers renderers = new Renderers(limits(64 << 20));
      render(renderers, "<p>x</p>");
      Thread.ofPlatform().start(() -> renderers.render(HostileMarkup.of("selectors"), null, FAR));
      System.out.println("rendered");
    }
  }
}
