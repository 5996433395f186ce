package org.attestry.gateway.connection;

import io.netty.buffer.ByteBuf;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;

/**
 * Finds where the messages of one connection begin and end (RFC 9112). It is strict: a message that
 * two servers could interpret differently is refused. It reads the bytes before the HTTP decoder
 * and returns how many of them the decoder may read, of one message at a time: a head, a chunk's
 * size and a trailer only when they are complete and valid, the content of a body as it arrives.
 *
 * <p>Refused are a bare CR or LF, a line that continues the one before (obs-fold), a field name
 * that is empty or followed by a space, two {@code Host}, more than one {@code Content-Length} or a
 * list in it, {@code Transfer-Encoding} other than {@code chunked} once, beside {@code
 * Content-Length} or in HTTP/1.0, chunk sizes that are not hexadecimal or are too large, and bodies
 * whose chunks have far more framing than content. Chunk extensions are allowed. Small chunks that
 * arrive together are joined.
 */
final class RequestFraming {

  private static final int LONGEST_CHUNK_LINE = 4_096;
  private static final int MOST_BLANK_LINES = 2;

  /** How many bytes of framing a body may have for each byte of its content. */
  private static final int FRAMING_PER_CONTENT = 16;

  /** How many bytes of framing a body may have beyond that. */
  private static final int FRAMING_ALLOWANCE = 16_384;

  /** The part of a message to which the next bytes belong. */
  enum Part {
    REQUEST_LINE,
    FIELD,
    CONTENT,
    CHUNK_SIZE,
    CHUNK_CONTENT,
    CHUNK_END,
    TRAILER
  }

  private final int headBytes;
  private final int headFields;
  private final ChunkJoin joined = new ChunkJoin();
  private Part part = Part.REQUEST_LINE;
  private RequestHead head;
  private long remaining;
  private int lineBegan;
  private int scanned;
  private int partBytes;
  private int blankLines;
  private boolean afterReturn;
  private long contentBytes;
  private long surplusFraming;
  private int chunkLine;
  private int chunkContent;
  private long heads;
  private int passable;
  private boolean ended;
  private Failure failure;

  RequestFraming(int headBytes, int headFields) {
    this.headBytes = headBytes;
    this.headFields = headFields;
  }

  /**
   * Reads the bytes that were not read before, up to the end of a message.
   *
   * @param held all readable bytes that were not passed on, the new ones last
   * @return how many bytes are complete and valid; they must be passed on before the next call
   */
  int advance(ByteBuf held) {
    passable = 0;
    ended = false;
    chunkLine = -1;
    joined.reset();
    try {
      scan(held);
    } catch (FailureException wrong) {
      failure = wrong.failure();
    }
    joined.finish(held);
    scanned -= passable;
    lineBegan -= passable;
    return passable;
  }

  /**
   * Returns the failure after the bytes that {@link #advance} has accepted; null if there is none.
   */
  Failure failure() {
    return failure;
  }

  private void scan(ByteBuf held) {
    int end = held.readableBytes();
    while (scanned < end && !ended) {
      if (part == Part.CONTENT || part == Part.CHUNK_CONTENT) {
        passable = content(end);
      } else if (lineEndsWith(held.getByte(held.readerIndex() + scanned++))) {
        passable = line(held) ? scanned : passable;
        lineBegan = scanned;
      }
    }
  }

  /** Whether the next byte, of those that were not passed on, is the first one of a message. */
  boolean isBetweenMessages() {
    return part == Part.REQUEST_LINE && scanned == 0;
  }

  /** Whether a head has begun and is not complete. */
  boolean inHead() {
    return part == Part.FIELD || part == Part.REQUEST_LINE && scanned > lineBegan;
  }

  /** Whether a body has begun and is not complete. */
  boolean inBody() {
    return part != Part.FIELD && part != Part.REQUEST_LINE;
  }

  /** Returns the number of complete heads. */
  long heads() {
    return heads;
  }

  /** Returns the bytes of content received in this connection's bodies. */
  long contentBytes() {
    return contentBytes;
  }

  private int content(int end) {
    long taken = Math.min(remaining, end - scanned);
    scanned += (int) taken;
    remaining -= taken;
    contentBytes += taken;
    surplusFraming -= taken * FRAMING_PER_CONTENT;
    lineBegan = scanned;
    if (remaining == 0) {
      begin(part == Part.CONTENT ? Part.REQUEST_LINE : Part.CHUNK_END);
    }
    return scanned;
  }

  private boolean lineEndsWith(byte next) {
    partBytes++;
    refuseTooMuch();
    if (afterReturn) {
      if (next != '\n') {
        throw FramingFailures.broken("a line has a CR without a LF after it");
      }
      afterReturn = false;
      return true;
    }
    if (next == '\n') {
      throw FramingFailures.broken("a line ends with a LF without a CR before it");
    }
    afterReturn = next == '\r';
    return false;
  }

  private void refuseTooMuch() {
    boolean chunk = part == Part.CHUNK_SIZE || part == Part.CHUNK_END;
    if (chunk && ++surplusFraming > FRAMING_ALLOWANCE) {
      throw FramingFailures.broken("the chunks have far more framing than content");
    }
    if (chunk && partBytes > LONGEST_CHUNK_LINE) {
      throw FramingFailures.broken("the line before a chunk is too long");
    }
    if (!chunk && partBytes > headBytes) {
      throw FramingFailures.headTooLarge(headBytes);
    }
  }

  /**
   * @return whether all bytes up to the end of the line may be passed on
   */
  private boolean line(ByteBuf held) {
    int from = held.readerIndex() + lineBegan;
    int to = held.readerIndex() + scanned - 2;
    return switch (part) {
      case REQUEST_LINE -> requestLine(held, from, to);
      case FIELD -> field(held, from, to);
      case CHUNK_SIZE -> chunkSize(held, from, to);
      case CHUNK_END -> chunkEnd(held, from, to);
      case TRAILER -> trailer(held, from, to);
      case CONTENT, CHUNK_CONTENT -> throw new IllegalStateException("content has no lines");
    };
  }

  /**
   * Reads a request line. Blank lines before it are skipped, as the decoder does (RFC 9112 section
   * 2.2).
   */
  private boolean requestLine(ByteBuf held, int from, int to) {
    if (from == to) {
      blankLines++;
      if (blankLines > MOST_BLANK_LINES) {
        throw FramingFailures.broken("blank lines stand before the request line");
      }
      partBytes = 0;
      return true;
    }
    blankLines = 0;
    head = new RequestHead(headFields, RequestLine.isHttp11(held, from, to));
    part = Part.FIELD;
    return false;
  }

  private boolean field(ByteBuf held, int from, int to) {
    if (from < to) {
      head.field(held, from, to);
      return false;
    }
    head.check();
    heads++;
    surplusFraming = 0;
    if (head.chunked()) {
      begin(Part.CHUNK_SIZE);
    } else {
      remaining = head.contentLength();
      begin(remaining == 0 ? Part.REQUEST_LINE : Part.CONTENT);
    }
    return true;
  }

  private boolean chunkSize(ByteBuf held, int from, int to) {
    remaining = ChunkLine.size(held, from, to);
    chunkLine = lineBegan;
    chunkContent = scanned;
    begin(remaining == 0 ? Part.TRAILER : Part.CHUNK_CONTENT);
    return true;
  }

  private boolean chunkEnd(ByteBuf held, int from, int to) {
    if (from != to) {
      throw FramingFailures.broken("a chunk is longer than it says");
    }
    if (chunkLine >= 0) {
      int length = from - held.readerIndex() - chunkContent;
      joined.add(held, chunkLine, chunkContent, length, scanned);
    }
    begin(Part.CHUNK_SIZE);
    return true;
  }

  private boolean trailer(ByteBuf held, int from, int to) {
    if (from < to) {
      head.trailer(held, from, to);
      return false;
    }
    begin(Part.REQUEST_LINE);
    return true;
  }

  private void begin(Part next) {
    part = next;
    partBytes = 0;
    ended = next == Part.REQUEST_LINE;
  }
}
