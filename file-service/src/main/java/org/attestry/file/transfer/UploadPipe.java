package org.attestry.file.transfer;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The bytes of an upload as a blocking stream for a worker thread, in constant memory: while a few
 * buffers wait to be read the upload is paused. Closing the stream early lets the rest of the
 * upload pass by unread.
 */
final class UploadPipe extends InputStream {

  private static final int FULL = 16;
  private static final int LOW = 4;
  private static final long PATIENCE_SECONDS = 30;
  private static final Object END = new Object();

  private final BlockingQueue<Object> waiting = new LinkedBlockingQueue<>();
  private final ReadStream<Buffer> upload;
  private final Context context;
  private final long limit;

  private volatile boolean closed;
  private Buffer current = Buffer.buffer();
  private int position;
  private long count;
  private boolean ended;

  /**
   * @param context the event loop of the upload
   * @param limit the most bytes that are read; one more is a {@link FileTooLargeException}
   */
  UploadPipe(ReadStream<Buffer> upload, Context context, long limit) {
    this.upload = upload;
    this.context = context;
    this.limit = limit;
    upload.handler(this::take);
    upload.endHandler(end -> waiting.add(END));
    upload.exceptionHandler(this::fail);
  }

  /** The upload broke off: the reader gets the cause. */
  void fail(Throwable cause) {
    waiting.add(cause instanceof IOException io ? io : new IOException("the upload broke off"));
  }

  private void take(Buffer bytes) {
    if (closed) {
      return;
    }
    waiting.add(bytes);
    if (waiting.size() >= FULL) {
      upload.pause();
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (position == current.length()) {
      if (ended || !next()) {
        return -1;
      }
    }
    int read = Math.min(length, current.length() - position);
    current.getBytes(position, position + read, into, offset);
    position += read;
    count += read;
    if (count > limit) {
      throw new FileTooLargeException(limit);
    }
    return read;
  }

  private boolean next() throws IOException {
    Object next = poll();
    if (waiting.size() <= LOW) {
      context.runOnContext(resume -> upload.resume());
    }
    switch (next) {
      case null -> throw new IOException("the upload stalled");
      case IOException broken -> throw broken;
      case Buffer bytes -> {
        current = bytes;
        position = 0;
        return true;
      }
      default -> {
        ended = true;
        return false;
      }
    }
  }

  private Object poll() throws IOException {
    try {
      return waiting.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    closed = true;
    waiting.clear();
    context.runOnContext(resume -> upload.resume());
  }

  /** The file has more bytes than it may. */
  static final class FileTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    FileTooLargeException(long limit) {
      super("The file is larger than %d bytes; send a smaller one.".formatted(limit));
    }
  }
}
