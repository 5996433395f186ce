package org.attestry.file.transfer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.junit.jupiter.api.Test;

/** The body of an upload: in whatever pieces it comes, it has the same parts, or is refused. */
class MultipartFuzzTest {

  private static final String TYPE = "multipart/form-data; boundary=XYZ";

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::readsTheSamePartsFromAnyPiecesOrRefuses);
  }

  @FuzzTest
  void readsTheSamePartsFromAnyPiecesOrRefuses(byte[] input) {
    Harmless.check(
        input,
        text -> {
          List<String> whole = read(input, Math.max(1, input.length));
          for (int piece : new int[] {1, 7}) {
            List<String> pieces = read(input, piece);
            if (!pieces.equals(whole)) {
              throw new AssertionError("in pieces of %d: %s".formatted(piece, pieces));
            }
          }
        });
  }

  /** The header, the content and the end of each part, and how the form ends. */
  private static List<String> read(byte[] input, int piece) {
    List<String> read = new ArrayList<>();
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    MultipartReader reader = new MultipartReader(TYPE);
    Buffer all = Buffer.buffer(input);
    try {
      for (int at = 0; at < input.length; at += piece) {
        int end = Math.min(input.length, at + piece);
        reader.feed(all.slice(at, end));
        take(reader, content, read);
      }
      read.add("unread " + content.toString(StandardCharsets.ISO_8859_1));
    } catch (FailureException refused) {
      read.add("refused " + refused.failure().message());
    }
    return read;
  }

  private static void take(
      MultipartReader reader, ByteArrayOutputStream content, List<String> read) {
    while (true) {
      switch (reader.next()) {
        case MultipartReader.Event.Begin begin -> read.add("part " + begin.header());
        case MultipartReader.Event.Content some -> content.writeBytes(some.bytes().getBytes());
        case MultipartReader.Event.End end -> {
          read.add("content " + content.toString(StandardCharsets.ISO_8859_1));
          content.reset();
        }
        case MultipartReader.Event.Finished finished -> {
          if (!read.contains("finished")) {
            read.add("finished");
          }
          return;
        }
        case MultipartReader.Event.More more -> {
          return;
        }
      }
    }
  }
}
