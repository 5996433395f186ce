package org.attestry.gateway.bulk;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Converts UTF-16 that arrives in pieces to UTF-8. What is not valid becomes a byte that is not
 * valid in UTF-8 either, so that the row with it is refused and the others are read.
 */
final class Utf16Text {

  private static final int INVALID = 0xFF;

  /** The bytes of a code unit: the one after half a character may be a line end. */
  private static final int UNIT = 2;

  private final CharsetDecoder decoder;
  private ByteBuffer rest = ByteBuffer.allocate(0);

  Utf16Text(Charset charset) {
    this.decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  /** Returns the piece in UTF-8; up to three bytes are kept for the next one. */
  byte[] utf8(byte[] piece) {
    ByteBuffer all = ByteBuffer.allocate(rest.remaining() + piece.length).put(rest).put(piece);
    rest = all.flip();
    return decoded(false);
  }

  /** Returns what is left after the last piece. */
  byte[] end() {
    return decoded(true);
  }

  private byte[] decoded(boolean last) {
    ByteArrayOutputStream utf8 = new ByteArrayOutputStream(rest.remaining());
    CharBuffer characters = CharBuffer.allocate(rest.remaining() / 2 + 2);
    CoderResult result;
    do {
      result = decoder.decode(rest, characters, last);
      utf8.writeBytes(characters.flip().toString().getBytes(StandardCharsets.UTF_8));
      characters.clear();
      if (result.isError()) {
        utf8.write(INVALID);
        rest.position(rest.position() + Math.min(UNIT, result.length()));
      }
    } while (result.isError());
    return utf8.toByteArray();
  }
}
