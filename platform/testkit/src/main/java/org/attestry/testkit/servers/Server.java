package org.attestry.testkit.servers;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * A real server that runs as a child process of this JVM, bound to 127.0.0.1. It stops by itself
 * when this JVM ends, for whatever reason, and ignores the terminal's Ctrl-C.
 */
public interface Server extends AutoCloseable {

  /** Returns the product's name, for messages. */
  String name();

  /** Returns the process id of the server itself. */
  long pid();

  /** Returns the file with the server's output of this run. */
  Path log();

  /** Completes when the server's process has ended, whether or not this JVM stopped it. */
  CompletableFuture<Void> onExit();

  /** Returns the failure for a server that ended without being stopped, with the end of its log. */
  ServerFailure unexpectedEnd();

  /** Kills the server at once, as a crash would. Its data stay as they are at that moment. */
  void kill();

  /** Stops the server gracefully and waits until it has ended; kills it after half a minute. */
  @Override
  void close();
}
