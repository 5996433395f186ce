package org.attestry.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Records what the JVM of a service loads and links at a start (ahead-of-time cache), once after
 * each build: starts with a recording take half the processor time. A service also starts without a
 * recording.
 */
final class Recording {

  private static final int TIMEOUT_SECONDS = 120;

  private Recording() {}

  /**
   * Makes the recordings that are missing, or older than the jars or the options that they record.
   */
  public static void main(String[] none) throws Exception {
    List<Program> missing =
        ServiceProcesses.PROGRAMS.stream().filter(program -> !isThere(program)).toList();
    if (!missing.isEmpty()) {
      new Steps(System.out)
          .run(
              "recordings",
              () -> {
                missing.parallelStream().forEach(Recording::make);
                return missing;
              });
    }
  }

  /** Returns the options of a JVM that starts with the recording; empty if there is none. */
  static List<String> options(Program program) {
    return isThere(program) ? quietly("-XX:AOTCache=" + program.recording()) : List.of();
  }

  /**
   * Returns the options with which a JVM that cannot use the recording writes its warning to
   * standard error, so that the warning is not in the JSON log.
   */
  private static List<String> quietly(String option) {
    return List.of("-Xlog:disable", "-Xlog:all=error:stderr", option);
  }

  private static boolean isThere(Program program) {
    return Stream.concat(program.jars().stream(), Stream.of(Program.jvmOptions()))
        .allMatch(recorded -> isNewer(program.recording(), recorded));
  }

  private static boolean isNewer(Path recording, Path recorded) {
    try {
      return Files.exists(recording)
          && Files.getLastModifiedTime(recording).compareTo(Files.getLastModifiedTime(recorded))
              > 0;
    } catch (IOException notReadable) {
      return false;
    }
  }

  private static void make(Program program) {
    Path made = program.recording().resolveSibling(program.recording().getFileName() + ".new");
    List<String> options = quietly("-XX:AOTCacheOutput=" + made);
    try {
      Process process =
          new ProcessBuilder(program.command(options, "aot-training"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) && Files.exists(made)) {
        Files.move(made, program.recording(), StandardCopyOption.REPLACE_EXISTING);
      } else {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      // the service starts without a recording
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
