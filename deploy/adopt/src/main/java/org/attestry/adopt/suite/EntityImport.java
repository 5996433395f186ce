package org.attestry.adopt.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.attestry.adopt.report.AdoptFailure;

/** Sends entities to the import with {@code as=adopted}. */
public final class EntityImport {

  private static final int BAD_REQUEST = 400;

  private final Suite suite;

  public EntityImport(Suite suite) {
    this.suite = suite;
  }

  /**
   * Sends lines as one import; after a break the same lines are sent under the same id.
   *
   * @throws AdoptFailure if the suite refuses the import as a whole
   */
  public Result send(String type, List<ObjectNode> lines) {
    String id = UUID.randomUUID().toString();
    String path = "/api/v1/%s/import".formatted(Suite.encoded(type));
    Reply reply = suite.postLines(path + "?as=adopted&id=" + id, text(lines));
    JsonNode counts = reply.json().path("result");
    if (!reply.isOk() && !(reply.status() == BAD_REQUEST && counts.has("rows"))) {
      throw new AdoptFailure("The import of %s was refused: %s".formatted(type, reply.failure()));
    }
    long refused = counts.path("refused").asLong();
    return new Result(
        counts.path("created").asLong(),
        counts.path("replaced").asLong(),
        counts.path("rows").asLong()
            - counts.path("created").asLong()
            - counts.path("replaced").asLong()
            - refused,
        refused == 0 ? List.of() : errors(path + "/" + id, lines),
        refused);
  }

  private List<RowError> errors(String path, List<ObjectNode> lines) {
    List<RowError> errors = new ArrayList<>();
    for (JsonNode error : suite.get(path + "/errors?format=ndjson").lines()) {
      int row = error.path("row").asInt(1) - 1;
      String osid = row < lines.size() ? osid(lines.get(row)) : "";
      errors.add(
          new RowError(
              osid,
              error.path("pointer").asText(),
              error.path("rule").asText(),
              error.path("message").asText()));
    }
    return errors;
  }

  private static String osid(ObjectNode line) {
    return line.path("entity").path("osid").asText();
  }

  static byte[] text(List<ObjectNode> lines) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (ObjectNode line : lines) {
      out.writeBytes(line.toString().getBytes(StandardCharsets.UTF_8));
      out.write('\n');
    }
    return out.toByteArray();
  }

  /**
   * What became of the lines.
   *
   * @param unchanged those that the suite had in the same form
   */
  public record Result(
      long created, long replaced, long unchanged, List<RowError> errors, long refused) {}

  /** Why a line was refused. */
  public record RowError(String osid, String pointer, String rule, String message) {}
}
