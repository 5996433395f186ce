package org.attestry.testkit.servers;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * A real server that runs as a child process of this JVM, bound to 127.0.0.1. It stops by itself
 * when this JVM ends, however it ends, and does not answer to the terminal's Ctrl-C.
 */
public interface Server extends AutoCloseable {

  /** The product's name, as messages write it. */
  String name();

  /** Process id of the server itself. */
  long pid();

  /** Where the server's own output of this run stands. */
  Path log();

  /** Completes when the server's process has ended, stopped by us or not. */
  CompletableFuture<Void> onExit();

  /** The message for a server that ended without being stopped, with the end of its log. */
  ServerFailure unexpectedEnd();

  /** Ends the server at once, as a crash would. Its data stay as they are at that moment. */
  void kill();

  /** Stops the server in order and waits until it has gone; forces it after half a minute. */
  @Override
  void close();
}
