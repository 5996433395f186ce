package org.attestry.credential.rendering;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.attestry.contracts.FailureException;
import org.attestry.credential.rendering.RendererFrames.Request;
import org.attestry.credential.typeset.Fonts;
import org.attestry.credential.typeset.Scripts;

/**
 * The main class of a renderer: a process of credential-service that turns one filled template
 * after the other into a PDF. An error of the JVM (memory, stack) ends it. The end of its standard
 * input also ends it, even during a document, so that it never outlives the service.
 */
public final class RendererMain {

  /** The kernel ends processes with a high score first when memory is short (proc(5)). */
  private static final Path SCORE = Path.of("/proc/self/oom_score_adj");

  private static final String HIGHEST_SCORE = "1000";

  /**
   * A sample with two shaped scripts, a drawing and the usual elements, so that it loads their
   * classes.
   */
  private static final String SAMPLE =
      """
      <html><head><style>@page { size: A4 } .a &gt; b, td { color: #123; border: 1px solid }</style>
      </head><body dir="ltr"><h1 style="font-family: Noto Serif">A</h1><p class="a">Ω Ж <b>b</b></p>
      <table><tr><th>नाम</th><td><b>नाम</b></td></tr></table><ul><li>b</li></ul>
      <div dir="rtl">الاسم <img src="%s"/></div>
      <svg width="9" height="9" viewBox="0 0 9 9"><defs><linearGradient id="g"><stop offset="0"
      stop-color="red"/><stop offset="1" stop-color="#00f"/></linearGradient></defs><g opacity=".5">
      <path d="M0 0C4 1,4 8,9 9z" fill="url(#g)" stroke="#123"/></g></svg></body></html>
      """;

  private RendererMain() {}

  /**
   * @param folder of the operator's fonts; empty for none
   */
  public static void main(String[] folder) {
    try {
      DataOutputStream replies =
          new DataOutputStream(
              new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 64 << 10));
      // Other output must not mix with the replies.
      System.setOut(System.err);
      endFirstWhenMemoryIsShort();
      Path fonts = folder.length == 0 ? null : Path.of(folder[0]);
      render(new PdfPages(new Scripts(new Fonts(fonts))), requests(), replies);
    } catch (Throwable e) {
      e.printStackTrace();
    }
    Runtime.getRuntime().halt(1);
  }

  private static void endFirstWhenMemoryIsShort() {
    try {
      if (Files.exists(SCORE)) {
        Files.writeString(SCORE, HIGHEST_SCORE);
      }
    } catch (IOException e) {
      // Without the score, the kernel decides.
    }
  }

  /**
   * Reads requests on a thread of its own, so that the end of the input is noticed during a
   * document.
   */
  private static BlockingQueue<Request> requests() {
    BlockingQueue<Request> requests = new ArrayBlockingQueue<>(1);
    Thread.ofPlatform()
        .daemon()
        .name("requests")
        .start(
            () -> {
              try (DataInputStream in =
                  new DataInputStream(
                      new BufferedInputStream(new FileInputStream(FileDescriptor.in)))) {
                while (true) {
                  requests.put(Request.read(in));
                }
              } catch (IOException | InterruptedException serviceEnded) {
                TemporaryFolder.ofThisProcess().close();
                Runtime.getRuntime().halt(0);
              }
            });
    return requests;
  }

  private static void render(
      PdfPages pages, BlockingQueue<Request> requests, DataOutputStream replies)
      throws IOException, InterruptedException {
    pages.render(SafeMarkup.ofPage(SAMPLE.formatted(QrCode.dataAddress("a"))), "{}");
    replies.write(RendererFrames.READY);
    replies.flush();
    while (true) {
      Request request = requests.take();
      replies.write(RendererFrames.BEGUN);
      replies.flush();
      try {
        ByteArrayOutputStream pdf =
            pages.render(SafeMarkup.ofPage(request.markup()), request.credential());
        RendererFrames.writePdf(replies, pdf);
      } catch (FailureException e) {
        RendererFrames.writeRefusal(replies, e.failure());
      }
    }
  }
}
