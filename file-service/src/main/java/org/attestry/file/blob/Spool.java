package org.attestry.file.blob;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Bytes of an upload on disk until a part is complete. On POSIX the file is unlinked when it is
 * opened, so it does not outlive the process. Used by one thread at a time.
 */
final class Spool implements AutoCloseable {

  private final FileChannel file;

  /** Opens an empty spool in a directory. */
  Spool(Path directory) throws IOException {
    this.file =
        FileChannel.open(
            Files.createTempFile(directory, "upload-", ".part"),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  void append(byte[] bytes) throws IOException {
    Channels.newOutputStream(file.position(file.size())).write(bytes);
  }

  /** Returns all bytes and empties the spool. */
  byte[] take() throws IOException {
    byte[] bytes = Channels.newInputStream(file.position(0)).readAllBytes();
    file.truncate(0);
    return bytes;
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
