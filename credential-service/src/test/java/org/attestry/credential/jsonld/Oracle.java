package org.attestry.credential.jsonld;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.suite.Peer;
import org.attestry.runtime.json.Json;

/** Another library's processing of documents: one Node process for many requests. */
public final class Oracle implements AutoCloseable {

  private final Process node;
  private final Writer questions;
  private final BufferedReader answers;

  private Oracle(Process node) {
    this.node = node;
    this.questions = node.outputWriter();
    this.answers = node.inputReader();
  }

  public static Oracle start() {
    return new Oracle(Peer.install("peer-9").begin("oracle.cjs"));
  }

  /** The response of {@code oracle.cjs}. */
  public JsonNode read(ObjectNode document, Map<String, JsonNode> contexts) {
    send(document, contexts);
    return receive();
  }

  /** A document, and the contexts that it is read with beside the bundled ones. */
  record Question(ObjectNode document, Map<String, JsonNode> contexts) {}

  /** The responses to all of them, which are sent while the first ones are answered. */
  List<JsonNode> readAll(List<Question> all) {
    Thread sender =
        Thread.startVirtualThread(() -> all.forEach(one -> send(one.document(), one.contexts())));
    try {
      List<JsonNode> responses = new ArrayList<>(all.size());
      for (int i = 0; i < all.size(); i++) {
        responses.add(receive());
      }
      sender.join();
      return responses;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void send(ObjectNode document, Map<String, JsonNode> contexts) {
    ObjectNode question = Json.object();
    question.set("document", document);
    contexts.forEach(question.putObject("contexts")::set);
    try {
      questions.write(question + "\n");
      questions.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode receive() {
    try {
      String answer = answers.readLine();
      if (answer == null) {
        throw new IllegalStateException("the oracle ended");
      }
      return Json.read(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the terms that the service reads in a credential, in the form of {@code oracle.cjs}. */
  public static ObjectNode of(SignedTerms terms) {
    ObjectNode read = Json.object();
    list(read, "types", terms.types());
    list(read, "issuers", terms.issuers());
    list(read, "starts", terms.starts());
    list(read, "ends", terms.ends());
    read.put("status", !terms.statuses().isEmpty());
    return (ObjectNode) Json.read(read.toString());
  }

  private static void list(ObjectNode read, String name, Collection<String> texts) {
    new TreeSet<>(texts).forEach(read.putArray(name)::add);
  }

  /** Returns the part of a response that {@link #of} writes. */
  public static JsonNode terms(JsonNode response) {
    return ((ObjectNode) response.deepCopy()).without(List.of("nQuads", "labels"));
  }

  @Override
  public void close() {
    node.destroy();
  }
}
