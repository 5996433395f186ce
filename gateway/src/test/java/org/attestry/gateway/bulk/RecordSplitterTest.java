package org.attestry.gateway.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordSplitterTest {

  private final List<Long> checksums = new ArrayList<>();

  @Test
  void linesEndAtLineFeedsAndBlankOnesAreNoRecords() {
    assertEquals(List.of("1:a", "2:b", "5: c"), cut(false, 100, "a\nb\r\n\n \t\n c"));
  }

  @Test
  void quotedLineEndsBelongToTheirCell() {
    assertEquals(
        List.of("1:a,\"x\ny\"\"\n\",b", "4:c,d\"e", "5:f"),
        cut(true, 100, "a,\"x\ny\"\"\n\",b\r\nc,d\"e\nf"));
  }

  @Test
  void quotationMarksMeanNothingInLinesOfJson() {
    assertEquals(List.of("1:{\"a", "2:b\"}"), cut(false, 100, "{\"a\nb\"}\n"));
  }

  @Test
  void aByteOrderMarkIsPassedOverAlsoBeforeAQuotationMark() {
    assertEquals(List.of("1:\"a\nb\",c"), cut(true, 100, "\uFEFF\"a\nb\",c\n"));
  }

  @Test
  void aRecordThatIsTooLongIsNamedAndTheNextOneIsWhole() {
    assertEquals(
        List.of("1:12345", "2:too long", "3:12345", "4:too long"),
        cut(false, 5, "12345\n123456\n12345\n" + "x".repeat(1_000)));
  }

  @Test
  void piecesOfAnySizeMakeTheSameRecordsAndChecksums() {
    String text = "\uFEFFname,note\nÄnna,\"a\n\"\"b\"\"\"\n\nBörta,\n,\"\"\nC,d";
    List<String> whole = cut(true, 100, text);
    List<Long> expected = List.copyOf(checksums);
    for (int size : List.of(1, 2, 3, 7)) {
      checksums.clear();
      List<String> found = new ArrayList<>();
      RecordSplitter splitter = splitter(true, 100, found);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      for (int at = 0; at < bytes.length; at += size) {
        splitter.feed(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + size)));
      }
      splitter.end();
      assertEquals(whole, found);
      assertEquals(expected, checksums);
    }
  }

  @Test
  void checksumCoversEverythingBefore() {
    cut(false, 100, "a\nb\n");
    cut(false, 100, "x\nb\n");
    assertNotEquals(checksums.get(1), checksums.get(3));
  }

  private List<String> cut(boolean quoting, int limit, String text) {
    List<String> found = new ArrayList<>();
    RecordSplitter splitter = splitter(quoting, limit, found);
    splitter.feed(text.getBytes(StandardCharsets.UTF_8));
    splitter.end();
    return found;
  }

  private RecordSplitter splitter(boolean quoting, int limit, List<String> found) {
    return new RecordSplitter(
        quoting,
        limit,
        (text, line, checksum) -> {
          String record = text == null ? "too long" : new String(text, StandardCharsets.UTF_8);
          found.add(line + ":" + record);
          checksums.add(checksum);
        });
  }
}
