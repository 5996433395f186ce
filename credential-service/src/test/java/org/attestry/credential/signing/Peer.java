package org.attestry.credential.signing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Prerequisite;

/**
 * One of the npm libraries that other registries sign and verify with, installed by its lock file
 * below {@code target} and run with Node.
 */
public final class Peer {

  private static final Path SOURCES = Path.of("src/test/interop").toAbsolutePath();
  private static final Path CONTEXTS = Path.of("src/main/resources/contexts").toAbsolutePath();
  private static final Path INSTALLS = Path.of("target/interop").toAbsolutePath();
  private static final long MINUTES = 5;

  private final Path install;
  private final String script;

  private Peer(Path install, String script) {
    this.install = install;
    this.script = script;
  }

  /** The peer; without Node or the packages the test is skipped, in CI it fails. */
  public static Peer install(String name) {
    Prerequisite.require(
        exit(List.of("node", "--version"), Path.of(".")) == 0,
        "Interoperability is not tested: Node is not installed here.");
    Path install = INSTALLS.resolve(name);
    try {
      Files.createDirectories(install);
      installPackages(name, install);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean module = Files.exists(SOURCES.resolve(name + ".mjs"));
    return new Peer(install, module ? name + ".mjs" : "peer.cjs");
  }

  /** Test classes run in several processes, of which one installs and the others wait. */
  private static synchronized void installPackages(String name, Path install) throws IOException {
    try (FileChannel file =
            FileChannel.open(
                install.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      Path sources = SOURCES.resolve(name);
      Path lock = install.resolve("package-lock.json");
      boolean current =
          Files.exists(lock)
              && Files.exists(install.resolve("node_modules/.package-lock.json"))
              && Files.mismatch(lock, sources.resolve("package-lock.json")) < 0;
      if (current) {
        return;
      }
      for (String copied : List.of("package.json", "package-lock.json")) {
        Files.copy(
            sources.resolve(copied), install.resolve(copied), StandardCopyOption.REPLACE_EXISTING);
      }
      List<String> npm =
          List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
      Prerequisite.require(
          exit(npm, install) == 0,
          "Interoperability is not tested: npm cannot install the packages of " + name + ".");
    }
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

  /** What a command makes of a document: a text. */
  String text(String command, ObjectNode request, JsonNode document) {
    request.put("command", command).putArray("documents").add(document);
    return answers(request).getFirst().textValue();
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
  Process begin(String script) {
    try {
      return new ProcessBuilder(
              "node", SOURCES.resolve(script).toString(), install.toString(), CONTEXTS.toString())
          .redirectError(Files.createTempFile(install, "errors-", ".txt").toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<JsonNode> answers(ObjectNode request) {
    try {
      Path call = Files.createTempDirectory(install, "call-");
      Path input = Files.write(call.resolve("request.json"), Json.write(request).utf8());
      Path output = call.resolve("answer.json");
      Path errors = call.resolve("errors.txt");
      Process node =
          new ProcessBuilder(
                  "node",
                  SOURCES.resolve(script).toString(),
                  install.toString(),
                  CONTEXTS.toString())
              .redirectInput(input.toFile())
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile())
              .start();
      assertEquals(true, node.waitFor(MINUTES, TimeUnit.MINUTES), "the peer answers in time");
      assertEquals(0, node.exitValue(), () -> read(errors));
      List<JsonNode> results = new ArrayList<>();
      Json.read(JsonBytes.of(Files.readAllBytes(output))).get("results").forEach(results::add);
      return results;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int exit(List<String> command, Path folder) {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(MINUTES, TimeUnit.MINUTES) ? process.exitValue() : -1;
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
