package org.attestry.gateway.connection;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The first line of a request (RFC 9112 section 3). */
final class RequestLine {

  private static final int LONGEST_METHOD = 32;
  private static final int VERSION_LENGTH = "HTTP/1.1".length();

  private RequestLine() {}

  /**
   * @return whether it is HTTP/1.1, and not HTTP/1.0
   * @throws org.attestry.contracts.FailureException when it is not a method, a target and one of
   *     the two versions with single spaces between
   */
  static boolean isHttp11(ByteBuf line, int from, int to) {
    int methodEnd = Octets.tokenEnd(line, from, to);
    int targetEnd = to - VERSION_LENGTH - 1;
    if (methodEnd == from || methodEnd - from > LONGEST_METHOD || targetEnd <= methodEnd + 1) {
      throw FramingFailures.broken("the first line is not 'METHOD target HTTP/1.1'");
    }
    if (line.getByte(methodEnd) != ' ' || line.getByte(targetEnd) != ' ') {
      throw FramingFailures.broken("the first line is not 'METHOD target HTTP/1.1'");
    }
    for (int i = methodEnd + 1; i < targetEnd; i++) {
      if (line.getByte(i) <= ' ' || line.getByte(i) >= 0x7f) {
        throw FramingFailures.broken("the target has a character that must be percent-encoded");
      }
    }
    return isHttp11(line.toString(targetEnd + 1, VERSION_LENGTH, StandardCharsets.ISO_8859_1));
  }

  private static boolean isHttp11(String version) {
    return switch (version) {
      case "HTTP/1.1" -> true;
      case "HTTP/1.0" -> false;
      default -> throw FramingFailures.broken("the version is neither HTTP/1.1 nor HTTP/1.0");
    };
  }
}
