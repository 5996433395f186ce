package org.attestry.credential.rendering;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;

/**
 * The messages between a service and its renderers, over the standard streams of the renderer.
 *
 * <p>The renderer writes {@link #READY} once. For each request it writes {@link #BEGUN} when it has
 * read all of it, and then a reply. Texts and bytes are preceded by their length in bytes.
 */
final class RendererFrames {

  static final int READY = 'R';
  static final int BEGUN = 'B';

  /** The longest PDF, in bytes. */
  static final int MOST_PDF = 8 << 20;

  private static final int PDF = 'P';
  private static final int REFUSED = 'X';
  private static final int NONE = -1;

  /** The limit of a request, far above that of a filled template or a credential. */
  private static final int MOST_REQUEST = 16 << 20;

  private RendererFrames() {}

  /**
   * @param markup a filled template
   * @param credential the signed credential that the PDF embeds; null for none
   */
  record Request(String markup, String credential) {

    void write(DataOutputStream out) throws IOException {
      writeBytes(out, markup.getBytes(StandardCharsets.UTF_8));
      if (credential == null) {
        out.writeInt(NONE);
      } else {
        writeBytes(out, credential.getBytes(StandardCharsets.UTF_8));
      }
      out.flush();
    }

    static Request read(DataInputStream in) throws IOException {
      String markup = text(in, in.readInt());
      int length = in.readInt();
      return new Request(markup, length == NONE ? null : text(in, length));
    }

    private static String text(DataInputStream in, int length) throws IOException {
      return new String(readBytes(in, length, MOST_REQUEST), StandardCharsets.UTF_8);
    }
  }

  static void writePdf(DataOutputStream out, ByteArrayOutputStream pdf) throws IOException {
    out.write(PDF);
    out.writeInt(pdf.size());
    pdf.writeTo(out);
    out.flush();
  }

  static void writeRefusal(DataOutputStream out, Failure failure) throws IOException {
    Violation violation = failure.violations().getFirst();
    out.write(REFUSED);
    out.writeUTF(failure.kind().name());
    out.writeUTF(failure.code());
    out.writeUTF(violation.pointer());
    out.writeUTF(violation.rule());
    out.writeUTF(violation.message());
    out.flush();
  }

  /**
   * @throws FailureException with the renderer's refusal
   * @throws IOException if the renderer ends, or writes anything but a reply
   */
  static byte[] readReply(DataInputStream in) throws IOException {
    return switch (in.readByte()) {
      case PDF -> readBytes(in, in.readInt(), MOST_PDF);
      case REFUSED -> throw readRefusal(in).exception();
      default -> throw new IOException("a reply of another kind");
    };
  }

  private static Failure readRefusal(DataInputStream in) throws IOException {
    FailureKind kind = FailureKind.valueOf(in.readUTF());
    String code = in.readUTF();
    Violation violation = new Violation(in.readUTF(), in.readUTF(), in.readUTF());
    return new Failure(kind, code, violation.message(), List.of(violation));
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in, int length, int most) throws IOException {
    if (length < 0 || length > most) {
      throw new IOException("a length of " + length);
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("an end within " + length + " bytes");
    }
    return bytes;
  }
}
