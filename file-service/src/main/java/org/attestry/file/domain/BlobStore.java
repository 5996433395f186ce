package org.attestry.file.domain;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Where bytes are kept. Every failure of the store itself is of kind UNAVAILABLE, and comes in
 * bounded time. No thread is held between two calls, however long the caller takes.
 */
public interface BlobStore {

  /** Begins an object; nothing of it is there before {@link Writing#end} has succeeded. */
  Writing begin(UUID key);

  /**
   * Reads {@code length} bytes from {@code offset}; they stand in memory, so the caller bounds the
   * length. Fails NOT_FOUND when there is no such object.
   */
  Future<Buffer> read(UUID key, long offset, int length);

  /** Deletes what is there; a key that is not there is no failure. */
  Future<Void> delete(List<UUID> keys);

  /**
   * One page of all objects in the order of their keys.
   *
   * @param after where the page before ended, or null for the first one
   * @param before only objects that were stored before this moment are listed
   */
  Future<Page> list(String after, Instant before);

  /** Gives up what was begun before the moment and never ended, some of it at a time. */
  Future<Void> abandonBegunBefore(Instant moment);

  /** Whether the store answers. */
  Future<Boolean> answers();

  /**
   * An object whose bytes come piece by piece, in constant memory. The next call is made when the
   * future of the one before has completed; only {@link #cancel} may come at any time.
   */
  interface Writing {

    UUID key();

    /** Takes bytes; completes when there is room for more. */
    Future<Void> write(Buffer bytes);

    /** The object is stored when the future succeeds. */
    Future<Blob> end();

    /** Gives up: nothing of the object stays, or the sweep finds it. Never fails. */
    void cancel();
  }

  /**
   * What was stored.
   *
   * @param size bytes
   * @param sha256 lower-case hex
   */
  record Blob(long size, String sha256) {}

  /**
   * Some of the objects.
   *
   * @param next where the next page begins, or null after the last one
   */
  record Page(List<UUID> keys, String next) {
    public Page {
      keys = List.copyOf(keys);
    }
  }
}
