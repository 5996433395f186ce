package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Map;
import org.attestry.runtime.json.Json;

/** Another library's processing of documents: one Node process for many requests. */
final class Oracle implements AutoCloseable {

  private final Process node;
  private final Writer questions;
  private final BufferedReader answers;

  private Oracle(Process node) {
    this.node = node;
    this.questions = node.outputWriter();
    this.answers = node.inputReader();
  }

  static Oracle start() {
    return new Oracle(Peer.install("peer-9").begin("oracle.cjs"));
  }

  /** The response of {@code oracle.cjs}. */
  JsonNode read(ObjectNode document, Map<String, JsonNode> contexts) {
    ObjectNode question = Json.object();
    question.set("document", document);
    contexts.forEach(question.putObject("contexts")::set);
    try {
      questions.write(question + "\n");
      questions.flush();
      String answer = answers.readLine();
      if (answer == null) {
        throw new IllegalStateException("the oracle ended");
      }
      return Json.read(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    node.destroy();
  }
}
