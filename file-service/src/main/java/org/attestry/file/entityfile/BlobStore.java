package org.attestry.file.entityfile;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallerKey;

/**
 * Stores bytes under keys. Every failure of the store itself has kind UNAVAILABLE and is reported
 * within half a minute. No thread is blocked between two calls.
 */
public interface BlobStore {

  /**
   * Begins an object; it does not exist before {@link Writing#end} has succeeded.
   *
   * @param caller whose turn it takes
   */
  Writing begin(UUID key, CallerKey caller);

  /**
   * Reads {@code length} bytes from {@code offset}; the bytes are kept in memory, so the caller
   * must limit the length. Fails NOT_FOUND when there is no such object.
   *
   * @param caller whose turn it takes
   */
  Future<Buffer> read(UUID key, long offset, int length, CallerKey caller);

  /** Deletes objects; an absent object is not a failure. */
  Future<Void> delete(List<UUID> keys);

  /**
   * Returns one page of all objects in the order of their keys.
   *
   * @param after the {@code next} of the page before, or null for the first one
   * @param before only objects that were stored before this moment are listed
   */
  Future<Page> list(String after, Instant before);

  /**
   * Aborts unfinished multipart uploads that were begun before a moment, at most 1,000 per call.
   */
  Future<Void> abandonBegunBefore(Instant moment);

  /**
   * An object written piece by piece, in constant memory. A method may be called when the future of
   * the previous call has completed; {@link #cancel} may be called at any time.
   */
  interface Writing {

    UUID key();

    /** Appends bytes; completes when there is room for more. */
    Future<Void> write(Buffer bytes);

    /** The object is stored when the future succeeds. */
    Future<Blob> end();

    /** Removes the bytes that were written; the sweep deletes any that remain. Never fails. */
    void cancel();
  }

  /**
   * A stored object.
   *
   * @param size bytes
   * @param sha256 lower-case hex
   */
  record Blob(long size, String sha256) {}

  /**
   * Keys of objects.
   *
   * @param next cursor of the next page, or null after the last one
   */
  record Page(List<UUID> keys, String next) {
    public Page {
      keys = List.copyOf(keys);
    }
  }
}
