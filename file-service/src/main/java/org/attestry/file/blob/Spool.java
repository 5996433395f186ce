package org.attestry.file.blob;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Bytes of an upload on disk until a part is complete. On POSIX the file is unlinked when it is
 * opened, so it does not outlive the process. Used by one thread at a time.
 */
final class Spool implements AutoCloseable {

  private final Path path;
  private final RandomAccessFile file;

  /** Opens an empty spool in a directory. */
  Spool(Path directory) throws IOException {
    this.path = Files.createTempFile(directory, "upload-", ".part");
    this.file = new RandomAccessFile(path.toFile(), "rw");
    if (isPosix(directory)) {
      Files.delete(path);
    }
  }

  void append(byte[] bytes) throws IOException {
    file.seek(file.length());
    file.write(bytes);
  }

  /** Returns all bytes and empties the spool. */
  byte[] take() throws IOException {
    byte[] bytes = new byte[Math.toIntExact(file.length())];
    file.seek(0);
    file.readFully(bytes);
    file.setLength(0);
    return bytes;
  }

  @Override
  public void close() {
    try {
      file.close();
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isPosix(Path directory) {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
