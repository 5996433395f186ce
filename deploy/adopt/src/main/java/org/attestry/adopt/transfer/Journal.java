package org.attestry.adopt.transfer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attestry.adopt.report.PrivateFolder;

/**
 * What a run has done, so that the next start goes on where it was stopped. A journal that says
 * that its run ended is begun anew: every run reads everything, because the former system may have
 * changed. Thread-safe.
 */
public final class Journal implements AutoCloseable {

  private static final String END = "end";

  private final Path file;
  private final Set<String> done = new HashSet<>();
  private final Writer writer;

  /**
   * @param form what the entries depend on, such as the size of pages; a journal of another form is
   *     begun anew
   */
  public Journal(Path file, String form) {
    this.file = file;
    String head = "journal " + form;
    try {
      PrivateFolder.create(file.toAbsolutePath().getParent());
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      boolean goesOn = !lines.isEmpty() && lines.getFirst().equals(head) && !lines.contains(END);
      if (goesOn) {
        done.addAll(lines);
        this.writer = Files.newBufferedWriter(file, StandardOpenOption.APPEND);
        write("");
      } else {
        this.writer = Files.newBufferedWriter(file);
        write(head);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns how many entries an earlier, stopped run has left. */
  public synchronized long entries() {
    return done.stream()
        .filter(entry -> entry.contains(" ") && !entry.startsWith("journal"))
        .count();
  }

  public synchronized boolean has(String entry) {
    return done.contains(entry);
  }

  public synchronized void add(String entry) {
    done.add(entry);
    write(entry);
  }

  /** Says that the run did everything. */
  public synchronized void end() {
    write(END);
  }

  private void write(String line) {
    try {
      writer.write(line + "\n");
      writer.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("The journal %s cannot be written.".formatted(file), e);
    }
  }

  @Override
  public void close() {
    try {
      writer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
