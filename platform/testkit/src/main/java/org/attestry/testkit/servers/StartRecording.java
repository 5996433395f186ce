package org.attestry.testkit.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Function;

/** Build step: records one start of each server written in Java, so that later starts are short. */
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

  /** Records what is missing; one process at a time. A JVM that cannot record changes nothing. */
  public void recordMissing() throws IOException {
    ServerFiles recording = files.recordingStarts();
    record(KafkaServer.program(files), data -> KafkaServer.start(recording, data, Port.free()));
    record(S3Server.program(files), data -> S3Server.start(recording, data, Port.free()));
    record(
        KeycloakServer.program(files),
        data -> {
          KeycloakServer.copyFreshRealm(files, data);
          return KeycloakServer.start(recording, data, Port.free());
        });
  }

  private boolean lacks(JavaProgram program) {
    return !Files.exists(program.recordedStart(files));
  }

  private void record(JavaProgram program, Function<Path, Server> start) throws IOException {
    if (!lacks(program)) {
      return;
    }
    Path data = Files.createTempDirectory("attestry-record-");
    start.apply(data).close();
    Path recording = program.unfinishedRecording(files);
    if (Files.exists(recording)) {
      Files.move(recording, program.recordedStart(files), StandardCopyOption.ATOMIC_MOVE);
    }
    Folders.delete(data);
  }
}
