package org.attestry.file.blob;

import io.minio.messages.Part;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.attestry.contracts.CallerKey;
import org.attestry.file.entityfile.BlobStore;
import org.attestry.runtime.identifier.Sha256;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An object that is being written. Bytes are collected in memory, up to 64 KB, then on disk, and
 * sent as a part when one is complete; a thread is used only while bytes move to the disk or the
 * server. An object smaller than a part is sent with one request at its end.
 */
final class S3Writing implements BlobStore.Writing {

  private static final Logger LOG = LoggerFactory.getLogger(S3Writing.class);
  private static final int IN_MEMORY = 64 << 10;

  private final UUID id;
  private final String key;
  private final S3Requests s3;
  private final S3Threads threads;
  private final Parting parting;
  private final CallerKey caller;
  private final MessageDigest digest = Sha256.digest();
  private final List<Part> parts = new ArrayList<>();

  private Buffer memory = Buffer.buffer();
  private Spool spool;
  private String uploadId;
  private long size;
  private long partLength;
  private boolean ended;
  private boolean cancelled;
  private Future<?> last = Future.succeededFuture();

  /**
   * The parts of multipart uploads.
   *
   * @param directory where bytes are collected on disk
   * @param bytes the size of every part but the last
   */
  record Parting(Path directory, long bytes) {}

  S3Writing(
      UUID id, String key, S3Requests s3, S3Threads threads, Parting parting, CallerKey caller) {
    this.id = id;
    this.key = key;
    this.s3 = s3;
    this.threads = threads;
    this.parting = parting;
    this.caller = caller;
  }

  @Override
  public UUID key() {
    return id;
  }

  @Override
  public Future<Void> write(Buffer bytes) {
    int room = (int) Math.min(bytes.length(), parting.bytes() - partLength);
    memory.appendBuffer(bytes, 0, room);
    partLength += room;
    size += room;
    Future<Void> taken = makeRoom();
    return room == bytes.length()
        ? taken
        : taken.compose(more -> write(bytes.slice(room, bytes.length())));
  }

  private Future<Void> makeRoom() {
    byte[] collected;
    if (partLength == parting.bytes()) {
      collected = take();
      partLength = 0;
      return run(threads::send, () -> sendPart(collected));
    }
    if (memory.length() >= IN_MEMORY) {
      collected = take();
      return run(threads::spool, () -> spool(collected));
    }
    return Future.succeededFuture();
  }

  @Override
  public Future<BlobStore.Blob> end() {
    ended = true;
    byte[] rest = take();
    return run(
            threads::send,
            () -> {
              byte[] all = joined(rest);
              if (parts.isEmpty()) {
                s3.put(key, all);
              } else {
                endParts(all);
              }
              return null;
            })
        .map(stored -> new BlobStore.Blob(size, HexFormat.of().formatHex(digest.digest())))
        .onSuccess(stored -> close());
  }

  @Override
  public void cancel() {
    if (!cancelled) {
      cancelled = true;
      last.onComplete(
          idle -> {
            close();
            if (uploadId != null || ended) {
              threads
                  .clean(this::removeAll)
                  .onFailure(left -> LOG.atInfo().setCause(left).log("left to the sweep"));
            }
          });
    }
  }

  private Void removeAll() throws Exception {
    if (uploadId != null) {
      s3.abortParts(key, uploadId);
    }
    if (ended) {
      s3.remove(key);
    }
    return null;
  }

  private byte[] take() {
    byte[] collected = memory.getBytes();
    memory = Buffer.buffer();
    return collected;
  }

  private Void spool(byte[] bytes) throws Exception {
    if (spool == null) {
      spool = new Spool(parting.directory());
    }
    digest.update(bytes);
    spool.append(bytes);
    return null;
  }

  /** Returns the bytes on disk, followed by those in memory. */
  private byte[] joined(byte[] rest) throws Exception {
    if (spool == null) {
      digest.update(rest);
      return rest;
    }
    spool(rest);
    return spool.take();
  }

  private Void sendPart(byte[] rest) throws Exception {
    byte[] all = joined(rest);
    if (uploadId == null) {
      uploadId = s3.beginParts(key);
    }
    parts.add(s3.putPart(key, uploadId, parts.size() + 1, all));
    return null;
  }

  private void endParts(byte[] last) throws Exception {
    if (last.length > 0) {
      parts.add(s3.putPart(key, uploadId, parts.size() + 1, last));
    }
    s3.endParts(key, uploadId, parts);
  }

  private Future<Void> run(
      BiFunction<CallerKey, Callable<Void>, Future<Void>> threads, Callable<Void> work) {
    if (cancelled) {
      return Future.failedFuture("the upload was given up");
    }
    Future<Void> running = threads.apply(caller, work);
    last = running;
    return running;
  }

  private void close() {
    if (spool != null) {
      spool.close();
      spool = null;
    }
  }
}
