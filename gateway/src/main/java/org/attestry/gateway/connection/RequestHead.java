package org.attestry.gateway.connection;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** The header fields of one request, as far as they determine where it ends. */
final class RequestHead {

  private static final String HOST = "host";
  private static final String CONTENT_LENGTH = "content-length";
  private static final String TRANSFER_ENCODING = "transfer-encoding";

  /**
   * Fields of a draft of the WebSocket protocol, for which decoders read eight bytes of content
   * that no length announces.
   */
  private static final Set<String> DRAFT = Set.of("sec-websocket-key1", "sec-websocket-key2");

  private static final int MOST_DIGITS = 18;

  private final int mostFields;
  private final boolean http11;
  private int fields;
  private int hosts;
  private String length;
  private String coding;

  RequestHead(int mostFields, boolean http11) {
    this.mostFields = mostFields;
    this.http11 = http11;
  }

  /**
   * @throws org.attestry.contracts.FailureException when the line is not a field, or there are too
   *     many fields
   */
  void field(ByteBuf line, int from, int to) {
    int nameEnd = checked(line, from, to);
    switch (nameEnd - from) {
      case 4, 14, 17, 18 -> interpret(name(line, from, nameEnd), value(line, nameEnd, to));
      default -> {
        // Of no consequence for where the request ends.
      }
    }
  }

  /**
   * @throws org.attestry.contracts.FailureException when the line is not a field, there are too
   *     many fields, or the field determines where a request ends
   */
  void trailer(ByteBuf line, int from, int to) {
    String name = name(line, from, checked(line, from, to));
    if (Set.of(HOST, CONTENT_LENGTH, TRANSFER_ENCODING).contains(name)) {
      throw FramingFailures.broken("'%s' stands after the body".formatted(name));
    }
  }

  /**
   * @throws org.attestry.contracts.FailureException when the fields contradict each other
   */
  void check() {
    if (coding != null && length != null) {
      throw FramingFailures.broken("it has both Transfer-Encoding and Content-Length");
    }
    if (coding != null && !http11) {
      throw FramingFailures.broken("HTTP/1.0 knows no Transfer-Encoding");
    }
    if (coding != null && !coding.equalsIgnoreCase("chunked")) {
      throw FramingFailures.broken("its Transfer-Encoding is not 'chunked'");
    }
  }

  boolean chunked() {
    return coding != null;
  }

  long contentLength() {
    return length == null ? 0 : Long.parseLong(length);
  }

  private int checked(ByteBuf line, int from, int to) {
    fields++;
    if (fields > mostFields) {
      throw FramingFailures.tooManyFields(mostFields);
    }
    if (Octets.isBlank(line.getByte(from))) {
      throw FramingFailures.broken("a header line continues the one before");
    }
    int nameEnd = Octets.tokenEnd(line, from, to);
    if (nameEnd == from) {
      throw FramingFailures.broken("a header field has no name");
    }
    if (nameEnd == to || line.getByte(nameEnd) != ':') {
      throw FramingFailures.broken("a header field's name is not followed by a colon");
    }
    for (int i = nameEnd + 1; i < to; i++) {
      if (!Octets.isText(line.getByte(i))) {
        throw FramingFailures.broken("a header field has a control character");
      }
    }
    return nameEnd;
  }

  private void interpret(String name, String value) {
    switch (name) {
      case HOST -> {
        hosts++;
        if (hosts > 1) {
          throw FramingFailures.broken("it has more than one Host");
        }
      }
      case CONTENT_LENGTH -> length = once(length, name, length(value));
      case TRANSFER_ENCODING -> coding = once(coding, name, value);
      default -> {
        if (DRAFT.contains(name)) {
          throw FramingFailures.broken("it is of a draft of the WebSocket protocol");
        }
      }
    }
  }

  private static String once(String known, String name, String value) {
    if (known != null) {
      throw FramingFailures.broken("it has more than one " + name);
    }
    return value;
  }

  private static String length(String value) {
    boolean digits = value.chars().allMatch(c -> c >= '0' && c <= '9');
    if (value.isEmpty() || value.length() > MOST_DIGITS || !digits) {
      throw FramingFailures.broken("its Content-Length is not one number");
    }
    return value;
  }

  private static String name(ByteBuf line, int from, int nameEnd) {
    return line.toString(from, nameEnd - from, StandardCharsets.ISO_8859_1)
        .toLowerCase(Locale.ROOT);
  }

  private static String value(ByteBuf line, int nameEnd, int to) {
    return line.toString(nameEnd + 1, to - nameEnd - 1, StandardCharsets.ISO_8859_1).strip();
  }
}
