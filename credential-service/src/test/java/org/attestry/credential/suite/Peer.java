package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.NodePackages;

/**
 * An npm library of other registries for signing and verifying, installed by its lock file and run
 * with Node.
 */
public final class Peer {

  private static final Path SOURCES = Path.of("src/test/interop").toAbsolutePath();
  private static final Path CONTEXTS = Path.of("src/main/resources/contexts").toAbsolutePath();
  private static final Path INSTALLS = Path.of("target/interop").toAbsolutePath();

  private static final Map<String, Peer> INSTALLED = new ConcurrentHashMap<>();

  private final Path install;
  private final String script;
  private Process process;
  private BufferedReader replies;

  private Peer(Path install, String script) {
    this.install = install;
    this.script = script;
  }

  /** The peer; without Node or the packages the test is skipped, in CI it fails. */
  public static Peer install(String name) {
    return INSTALLED.computeIfAbsent(name, Peer::installed);
  }

  private static Peer installed(String name) {
    Path install =
        NodePackages.install(
                SOURCES.resolve(name), INSTALLS.resolve(name), "Interoperability is not tested")
            .folder();
    boolean module = Files.exists(SOURCES.resolve(name + ".mjs"));
    return new Peer(install, module ? name + ".mjs" : "peer.cjs");
  }

  /** The documents, signed by the peer. */
  List<ObjectNode> sign(ObjectNode request) {
    return answers(request.put("command", "sign")).stream().map(ObjectNode.class::cast).toList();
  }

  /** The presentations, signed by the peer. */
  List<ObjectNode> present(ObjectNode request) {
    return answers(request.put("command", "present")).stream().map(ObjectNode.class::cast).toList();
  }

  /** Whether the peer accepts each document: the empty string, or why not. */
  List<String> refusals(ObjectNode request) {
    String command = request.path("suite").asText().startsWith("vc+jwt") ? "verifyJwt" : "verify";
    return answers(request.put("command", command)).stream()
        .map(
            result ->
                result.get("verified").booleanValue()
                    ? ""
                    : "refused: " + result.get("error").textValue())
        .toList();
  }

  /** The documents, each in a JWT. */
  List<String> jwts(ObjectNode request) {
    return answers(request.put("command", "signJwt")).stream().map(JsonNode::textValue).toList();
  }

  /** Returns the result of a command for a document, as text. */
  public String text(String command, ObjectNode request, JsonNode document) {
    return json(command, request, document).textValue();
  }

  /** Returns the result of a command for a document. */
  public JsonNode json(String command, ObjectNode request, JsonNode document) {
    request.put("command", command).putArray("documents").add(document);
    return answers(request).getFirst();
  }

  /** Whether the peer accepts a document: the empty string, or why not. */
  public String refusal(ObjectNode request, JsonNode document) {
    request.putArray("documents").add(document);
    return refusals(request).getFirst();
  }

  /** The documents' canonical forms. */
  List<String> canonize(ObjectNode request) {
    return answers(request.put("command", "canonize")).stream().map(JsonNode::textValue).toList();
  }

  /** A process that runs a script of ours with the peer's packages until it is ended. */
  public Process begin(String script) {
    try {
      return new ProcessBuilder(
              "node", SOURCES.resolve(script).toString(), install.toString(), CONTEXTS.toString())
          .redirectError(Files.createTempFile(install, "errors-", ".txt").toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One process answers all requests of this JVM, and ends with it. */
  private synchronized List<JsonNode> answers(ObjectNode request) {
    try {
      if (process == null) {
        process = begin(script);
        replies = process.inputReader(StandardCharsets.UTF_8);
      }
      OutputStream requests = process.getOutputStream();
      requests.write(Json.write(request).utf8());
      requests.write('\n');
      requests.flush();
      String reply = replies.readLine();
      assertNotNull(reply, "the peer has ended: see the errors in " + install);
      List<JsonNode> results = new ArrayList<>();
      Json.read(reply).get("results").forEach(results::add);
      return results;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
