package org.attestry.gateway.bulk;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.gateway.http.MediaTypes;

/**
 * What the beginning of an import's body says about it: its encoding, or that it is a file of
 * another format.
 */
final class TextStart {

  /** The number of bytes from which files of other formats are recognised. */
  static final int BYTES = 8;

  /** The number of bytes that are enough if a line ends within them. */
  private static final int SHORT_BYTES = 4;

  private static final String SAVE_AS_CSV = "save the sheet as CSV in UTF-8 and send that.";

  /** How line breaks are kept by the program that most callers send files with. */
  static final String WITH_LINE_BREAKS =
      "curl removes line breaks with -d: use -T or --data-binary.";

  /** The line before the header by which spreadsheets name the separator. */
  private static final Pattern SEPARATOR =
      Pattern.compile("\"?sep=[,;|\t]\"?", Pattern.CASE_INSENSITIVE);

  private static final Pattern JOINED = Pattern.compile("\\}[ \\t]*\\{");

  /**
   * @param bytes the first bytes, in hexadecimal
   * @param name what begins so
   */
  private record Signature(String bytes, String name) {}

  private static final List<Signature> FORMATS =
      List.of(
          new Signature("504b0304", "a ZIP archive, such as an XLSX or ODS workbook"),
          new Signature("d0cf11e0", "a file of older office programs, such as an XLS workbook"),
          new Signature("255044462d", "a PDF"),
          new Signature("7b5c727466", "an RTF document"),
          new Signature("1f8b", "compressed with gzip"),
          new Signature("89504e47", "a picture"),
          new Signature("ffd8ff", "a picture"),
          new Signature("fffe0000", "text in UTF-32"),
          new Signature("0000feff", "text in UTF-32"));

  private TextStart() {}

  /** Whether the first bytes of a body are enough to recognise what it is. */
  static boolean isEnough(byte[] start) {
    return start.length >= BYTES
        || start.length >= SHORT_BYTES
            && new String(start, StandardCharsets.ISO_8859_1).contains("\n");
  }

  /**
   * @param start the first bytes of the body, at most {@link #BYTES}
   * @return the charset of a byte order mark of UTF-16, null if there is none
   * @throws FailureException INVALID if the body is a file of another format, or UTF-16 without a
   *     byte order mark
   */
  static Charset utf16(byte[] start) {
    String hex = HexFormat.of().formatHex(start);
    FORMATS.stream()
        .filter(format -> hex.startsWith(format.bytes()))
        .findFirst()
        .ifPresent(
            format -> {
              throw refused(format.name(), SAVE_AS_CSV);
            });
    if (hex.startsWith("fffe")) {
      return StandardCharsets.UTF_16LE;
    }
    if (hex.startsWith("feff")) {
      return StandardCharsets.UTF_16BE;
    }
    if (hex.matches("(00(?!00)..|(?!00)..00){2,}.*")) {
      throw refused(
          "text in UTF-16 without a byte order mark", "save it in UTF-8, or with the mark.");
    }
    return null;
  }

  /**
   * Checks the first line that is not blank.
   *
   * @throws FailureException INVALID if the text is HTML or XML, or JSON in another form
   */
  static void checkText(String line, boolean csv) {
    String text = line.strip();
    if (text.startsWith("<")) {
      throw refused("HTML or XML", SAVE_AS_CSV);
    }
    if (csv && (text.startsWith("{") || text.startsWith("["))) {
      throw refused(
          "JSON", "send one object in each line with 'content-type: %s'.", MediaTypes.NDJSON);
    }
    if (!csv && (text.equals("{") || text.equals("[") || text.startsWith("[{"))) {
      throw refused("one JSON value", "send one object in each line, without brackets around all.");
    }
  }

  /** Whether a line names the separator. The header after it shows the separator anyway. */
  static boolean namesSeparator(byte[] line) {
    return line != null
        && line.length < 10
        && SEPARATOR.matcher(new String(line, StandardCharsets.UTF_8).strip()).matches();
  }

  /** Whether a line of JSON that cannot be read has one object after another. */
  static boolean joinsObjects(byte[] line) {
    return JOINED.matcher(new String(line, StandardCharsets.UTF_8)).find();
  }

  /** Returns the failure of a CSV that is one line without an end. */
  static FailureException oneLine() {
    return refused(
        "one line, without rows", "send the header and a line for each row. %s", WITH_LINE_BREAKS);
  }

  /** Returns the failure of a text whose header is in an encoding that is not known. */
  static FailureException otherEncoding() {
    return refused(
        "neither in UTF-8 nor in UTF-16 with a byte order mark, but perhaps in Windows-1252",
        SAVE_AS_CSV);
  }

  private static FailureException refused(String kind, String remedy, Object... values) {
    return FailureException.invalid(
        "gateway.import.format",
        "",
        "format",
        "The body is %s; %s".formatted(kind, remedy.formatted(values)));
  }
}
