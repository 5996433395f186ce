package org.attestry.gateway.connection;

import io.netty.buffer.ByteBuf;

/** The line before a chunk: its size, and extensions, which are ignored (RFC 9112 section 7.1). */
final class ChunkLine {

  private static final int MOST_DIGITS = 16;

  private ChunkLine() {}

  /**
   * Returns the size, and overwrites the whole line with it, padded with zeros, because decoders
   * differ in the extensions that they accept.
   *
   * @throws org.attestry.contracts.FailureException when the size is malformed, or not below 2^31
   */
  static long size(ByteBuf line, int from, int to) {
    int at = from;
    long size = 0;
    while (at < to && Octets.hexadecimal(line.getByte(at)) >= 0) {
      size = size * 16 + Octets.hexadecimal(line.getByte(at++));
      if (size > Integer.MAX_VALUE || at - from > MOST_DIGITS) {
        throw FramingFailures.broken("a chunk is too large");
      }
    }
    if (at == from) {
      throw FramingFailures.broken("the size of a chunk is not hexadecimal");
    }
    checkExtensions(line, at, to);
    if (at < to) {
      writeAlone(line, from, at, to);
    }
    return size;
  }

  private static void writeAlone(ByteBuf line, int from, int digitsEnd, int to) {
    int digits = digitsEnd - from;
    for (int i = digits - 1; i >= 0; i--) {
      line.setByte(to - digits + i, line.getByte(from + i));
    }
    for (int i = from; i < to - digits; i++) {
      line.setByte(i, '0');
    }
  }

  private static void checkExtensions(ByteBuf line, int from, int to) {
    int at = from;
    while (at < to && Octets.isBlank(line.getByte(at))) {
      at++;
    }
    if (at < to ? line.getByte(at) != ';' : at > from) {
      throw FramingFailures.broken("the size of a chunk is not hexadecimal");
    }
    for (; at < to; at++) {
      if (!Octets.isText(line.getByte(at))) {
        throw FramingFailures.broken("a chunk's extension has a control character");
      }
    }
  }
}
