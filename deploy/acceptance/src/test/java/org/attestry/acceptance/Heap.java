package org.attestry.acceptance;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.attestry.local.Endpoints;
import org.attestry.testkit.Eventually;

/** The memory that a suite of one process still uses after a collection of what it does not. */
final class Heap {

  private final Endpoints suite;
  private final HttpClient http = HttpClient.newHttpClient();

  Heap(Endpoints suite) {
    this.suite = suite;
  }

  /** In bytes. */
  long used() {
    collect();
    return (long)
        metrics()
            .lines()
            .filter(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
            .sum();
  }

  /** Waits until no more is used, as long as what is remembered for a time may take to go. */
  void awaitAtMost(long bytes) {
    Eventually.until(this::used, used -> used <= bytes);
  }

  private void collect() {
    try {
      String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
      int exit =
          new ProcessBuilder(jcmd, Long.toString(suite.pid()), "GC.run")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectErrorStream(true)
              .start()
              .waitFor();
      if (exit != 0) {
        throw new IllegalStateException("jcmd ended with " + exit);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private String metrics() {
    try {
      HttpRequest ask = HttpRequest.newBuilder(URI.create(suite.management() + "/metrics")).build();
      return http.send(ask, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
