package org.attestry.testkit.servers;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** A server in a child process, with a data folder. */
abstract class ChildServer implements Server {

  private final String name;
  private final ServerProcess process;
  private final DataFolder folder;

  ChildServer(String name, ServerProcess process, DataFolder folder) {
    this.name = name;
    this.process = process;
    this.folder = folder;
  }

  final DataFolder folder() {
    return folder;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long pid() {
    return process.process().pid();
  }

  @Override
  public Path log() {
    return folder.log();
  }

  @Override
  public CompletableFuture<Void> onExit() {
    return process.onExit();
  }

  @Override
  public ServerFailure unexpectedEnd() {
    return process.failure("has stopped, unasked");
  }

  @Override
  public void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.stop();
  }
}
