package org.attestry.file.domain;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Where bytes are kept. Every failure of the store itself is of kind UNAVAILABLE. */
public interface BlobStore {

  /**
   * Stores the bytes of a stream, whatever their number, in constant memory. The stream is read and
   * closed on another thread; when reading it fails nothing is stored and the future fails with the
   * same exception.
   */
  Future<Blob> put(UUID key, String contentType, InputStream bytes);

  /** Hands {@code length} bytes from {@code offset} to the sink, on another thread. */
  Future<Void> read(UUID key, long offset, long length, Sink sink);

  /** Deletes what is there; a key that is not there is no failure. */
  Future<Void> delete(List<UUID> keys);

  /** The keys of objects that were stored before the moment. */
  Future<List<UUID>> storedBefore(Instant moment);

  /** Whether the store answers. */
  Future<Boolean> answers();

  /**
   * What was stored.
   *
   * @param size bytes
   * @param sha256 lower-case hex
   */
  record Blob(long size, String sha256) {}

  /** Takes bytes, and returns when it has room for more. */
  interface Sink {
    void accept(Buffer bytes) throws IOException;
  }
}
