package org.attestry.adopt.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.attestry.adopt.report.AdoptFailure;

/**
 * Sends lines in requests of a limited size, to an operation that replies with counts and {@code
 * errors}. Not thread-safe.
 */
public final class LineBatches {

  private static final int MOST_LINES = 1_000;
  private static final int MOST_BYTES = 900_000;
  private static final int BAD_REQUEST = 400;

  private final Suite suite;
  private final String path;
  private final BiConsumer<ObjectNode, JsonNode> refusals;
  private final List<ObjectNode> waiting = new ArrayList<>();
  private int bytes;
  private long imported;
  private long known;

  /**
   * @param refusals receives each line that was refused, with the error
   */
  public LineBatches(Suite suite, String path, BiConsumer<ObjectNode, JsonNode> refusals) {
    this.suite = suite;
    this.path = path;
    this.refusals = refusals;
  }

  public void add(ObjectNode line) {
    int size = line.toString().getBytes(StandardCharsets.UTF_8).length + 1;
    if (waiting.size() == MOST_LINES || bytes + size > MOST_BYTES) {
      flush();
    }
    waiting.add(line);
    bytes += size;
  }

  /** Sends the lines that were added since the last request. */
  public void flush() {
    if (waiting.isEmpty()) {
      return;
    }
    Reply reply = suite.postLines(path, EntityImport.text(waiting));
    JsonNode result = reply.json().has("result") ? reply.json().path("result") : reply.json();
    if (!reply.isOk() && !(reply.status() == BAD_REQUEST && result.has("rows"))) {
      throw new AdoptFailure("%s was refused: %s".formatted(path, reply.failure()));
    }
    imported += result.path("imported").asLong();
    known += result.path("known").asLong();
    for (JsonNode error : result.path("errors")) {
      int line = error.path("line").asInt(1) - 1;
      refusals.accept(line < waiting.size() ? waiting.get(line) : null, error);
    }
    waiting.clear();
    bytes = 0;
  }

  public long imported() {
    return imported;
  }

  /** Returns how many lines the suite had before. */
  public long known() {
    return known;
  }
}
