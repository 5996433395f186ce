package org.attestry.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Function;

/**
 * Build step: records one start of each server written in Java, so that later starts are faster.
 */
public final class StartRecording {

  private final ServerFiles files;

  public StartRecording(ServerFiles files) {
    this.files = files;
  }

  public boolean lacksAny() {
    return lacks(KafkaServer.program(files))
        || lacks(S3Server.program(files))
        || lacks(KeycloakServer.program(files));
  }

  /**
   * Records the missing starts; to be called by one process at a time. A JVM that cannot record
   * changes nothing.
   */
  public void recordMissing() throws IOException {
    ServerFiles recording = files.recordingStarts();
    record(KafkaServer.program(files), data -> KafkaServer.start(recording, data, Port.free()));
    record(
        S3Server.program(files),
        data -> {
          S3Server server = S3Server.start(recording, data, Port.free());
          request(server.endpoint() + "/bucket", "");
          return server;
        });
    record(
        KeycloakServer.program(files),
        data -> {
          KeycloakServer.copyFreshRealm(files, data);
          KeycloakServer server = KeycloakServer.start(recording, data, Port.free());
          request(server.issuer() + "/protocol/openid-connect/token", logIn(server));
          return server;
        });
  }

  private boolean lacks(JavaProgram program) {
    return !Files.exists(program.recordedStart(files));
  }

  private void record(JavaProgram program, Function<Path, Server> start) throws IOException {
    if (!lacks(program)) {
      return;
    }
    Path folder = Files.createTempDirectory("attestry-record-");
    start.apply(folder.resolve("data")).close();
    Path recording = program.unfinishedRecording(files);
    if (Files.exists(recording)) {
      Files.move(recording, program.recordedStart(files), StandardCopyOption.ATOMIC_MOVE);
    }
    Folders.delete(folder);
  }

  private static String logIn(KeycloakServer server) {
    return "grant_type=password&client_id=%s&username=%s&password=%s"
        .formatted(server.frontendClient().id(), server.admin().name(), server.admin().password());
  }

  /**
   * Sends a request, because the first request loads as many classes again as the start; the
   * response is ignored.
   */
  private static void request(String address, String form) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(address).toURL().openConnection();
      if (!form.isEmpty()) {
        connection.setDoOutput(true);
        connection.getOutputStream().write(form.getBytes(StandardCharsets.UTF_8));
      }
      connection.getResponseCode();
      connection.disconnect();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
