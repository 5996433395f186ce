package org.attestry.credential.rendering;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The service's side of a renderer. Used by one thread at a time. */
final class RendererProcess implements AutoCloseable {

  /**
   * Variables for the names of files. The rest of the environment is not passed on, because it
   * contains secrets.
   */
  private static final Set<String> PASSED_ON = Set.of("LANG", "LC_ALL", "LC_CTYPE");

  private static final int MOST_ERRORS = 2_000;

  private final Process process;
  private final TemporaryFolder folder;
  private final DataOutputStream requests;
  private final DataInputStream replies;
  private final StringBuffer errors = new StringBuffer();
  private volatile boolean closed;

  private RendererProcess(Process process, TemporaryFolder folder) {
    this.process = process;
    this.folder = folder;
    this.requests = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    this.replies = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  /** Starts a process without waiting until it is ready. */
  static RendererProcess start(Renderers.Limits limits) throws IOException {
    TemporaryFolder folder = TemporaryFolder.create();
    try {
      ProcessBuilder builder = new ProcessBuilder(command(limits, folder));
      builder.environment().keySet().retainAll(PASSED_ON);
      Process process = builder.start();
      RendererProcess renderer = new RendererProcess(process, folder);
      process.onExit().thenRun(folder::close);
      Thread.ofPlatform()
          .daemon()
          .name("credential-renderer-" + process.pid())
          .start(renderer::readErrors);
      return renderer;
    } catch (IOException e) {
      folder.close();
      throw e;
    }
  }

  private static List<String> command(Renderers.Limits limits, TemporaryFolder folder) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + limits.heapBytes(),
                "-Xms8m",
                "-XX:NewSize=3m",
                "-XX:MinHeapFreeRatio=20",
                "-XX:MaxHeapFreeRatio=40",
                "-Xss1m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:ReservedCodeCacheSize=24m",
                "-XX:MaxMetaspaceSize=96m",
                "-XX:MaxDirectMemorySize=16m",
                "-XX:-UsePerfData",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:+ErrorFileToStderr",
                "-XX:+DisplayVMOutputToStderr",
                "-Djava.awt.headless=true",
                "-D" + TemporaryFolder.PROPERTY + "=" + folder.path(),
                "-cp",
                System.getProperty("java.class.path"),
                RendererMain.class.getName()));
    if (limits.fonts() != null) {
      command.add(limits.fonts().toString());
    }
    return command;
  }

  /** Waits until the process can accept documents. */
  void awaitReady() throws IOException {
    int first = replies.read();
    if (first != RendererFrames.READY) {
      throw new IOException("it ended before it was ready");
    }
  }

  /**
   * Sends a document.
   *
   * @throws IOException if the process ended before it had read the document
   */
  void send(RendererFrames.Request request) throws IOException {
    request.write(requests);
    if (replies.read() != RendererFrames.BEGUN) {
      throw new IOException("it ended before it began");
    }
  }

  /**
   * Waits for the PDF of the sent document.
   *
   * @throws org.attestry.contracts.FailureException INVALID if the renderer refuses the document
   * @throws IOException if the process ended during the document
   */
  byte[] receive() throws IOException {
    return RendererFrames.readReply(replies);
  }

  /** Says whether it can accept another document. */
  boolean isAlive() {
    return !closed && process.isAlive();
  }

  void onExit(Runnable then) {
    process.onExit().thenRun(then);
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** Returns its used processor time; zero if the system does not report it. */
  Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Returns the end of its error output. */
  String errors() {
    return errors.toString();
  }

  private void readErrors() {
    char[] buffer = new char[1_024];
    try (Reader in = new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        errors.append(buffer, 0, read);
        errors.delete(0, Math.max(0, errors.length() - MOST_ERRORS));
      }
    } catch (IOException ended) {
      // There is no further output.
    }
  }

  /** Kills the process in any state. */
  @Override
  public void close() {
    closed = true;
    process.destroyForcibly();
  }
}
