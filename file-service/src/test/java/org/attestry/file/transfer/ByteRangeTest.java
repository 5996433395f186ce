package org.attestry.file.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangeTest {

  @ParameterizedTest
  @CsvSource({
    "bytes=0-9, 0, 10",
    "bytes=10-19, 10, 10",
    "bytes=90-200, 90, 10",
    "bytes=90-, 90, 10",
    "bytes=-10, 90, 10",
    "bytes=-500, 0, 100"
  })
  void takesOneRangeWithinTheFile(String header, long first, long length) {
    assertEquals(Optional.of(new ByteRange(first, length)), ByteRange.of(header, 100));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=100-", "bytes=500-600", "bytes=-0"})
  void knowsWhatLiesOutside(String header) {
    assertEquals(Optional.of(ByteRange.UNSATISFIABLE), ByteRange.of(header, 100));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=0-1,5-6", "items=0-1", "bytes=-", "bytes=5-2", "nonsense"})
  void ignoresWhatItNeedNotUnderstand(String header) {
    assertEquals(Optional.empty(), ByteRange.of(header, 100));
  }

  @Test
  void namesAnAttachmentSafely() {
    assertEquals(
        "attachment; filename=\"a__b_.html\"; filename*=UTF-8''a%0D%0Ab%22.html",
        FileHeaders.disposition("a\r\nb\".html"));
  }
}
