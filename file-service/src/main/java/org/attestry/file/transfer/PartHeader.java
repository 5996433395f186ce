package org.attestry.file.transfer;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.FailureException;

/**
 * The header of a part (RFC 7578 section 4).
 *
 * @param name of the part
 * @param fileName null for a part that is not a file
 * @param contentType as the client sent it; {@code application/octet-stream} if it sent none
 */
record PartHeader(String name, String fileName, String contentType) {

  private static final String UNKNOWN_TYPE = "application/octet-stream";
  private static final int LONGEST_VALUE = 255;
  private static final String EXTENDED_UTF8 = "utf-8''";
  private static final Set<String> PLAIN_ENCODINGS = Set.of("binary", "8bit", "7bit");

  /**
   * @param lines the header as it was sent, without its last line end
   * @throws FailureException INVALID when it is malformed
   */
  static PartHeader of(byte[] lines) {
    Map<String, String> fields = fields(text(lines));
    String encoding = fields.get("content-transfer-encoding");
    if (encoding != null && !PLAIN_ENCODINGS.contains(encoding.toLowerCase(Locale.ROOT))) {
      throw invalid("A part has a Content-Transfer-Encoding; send its bytes as they are.");
    }
    HeaderValue disposition = disposition(fields.get("content-disposition"));
    String name = disposition.parameters().get("name");
    if (name == null) {
      throw invalid("The Content-Disposition of a part must have a name.");
    }
    PartHeader header =
        new PartHeader(
            checked(name, "name"), fileName(disposition), contentType(fields.get("content-type")));
    if (!header.isFile() && header.contentType().startsWith("multipart/")) {
      throw invalid("A part has parts of its own; send each file as a part of the form.");
    }
    return header;
  }

  boolean isFile() {
    return fileName != null;
  }

  private static String text(byte[] lines) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(lines)).toString();
    } catch (CharacterCodingException e) {
      throw invalid("The header of a part must be in UTF-8.");
    }
    return text;
  }

  private static Map<String, String> fields(String text) {
    Map<String, String> fields = new HashMap<>();
    for (String line : unfolded(text).split("\r\n")) {
      int colon = line.indexOf(':');
      if (colon < 1 || line.chars().anyMatch(PartHeader::isControl)) {
        throw invalid("The header of a part has a line that is no header field.");
      }
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      if (fields.put(name, line.substring(colon + 1).strip()) != null) {
        throw invalid("The header of a part has a field twice.");
      }
    }
    return fields;
  }

  private static String unfolded(String text) {
    return text.replace("\r\n ", " ").replace("\r\n\t", " ");
  }

  private static boolean isControl(int character) {
    return character != '\t' && Character.isISOControl(character);
  }

  private static HeaderValue disposition(String field) {
    try {
      HeaderValue disposition = HeaderValue.of(field == null ? "" : field);
      if (disposition.word().equals("form-data")) {
        return disposition;
      }
    } catch (IllegalArgumentException e) {
      throw invalid("The Content-Disposition of a part " + e.getMessage() + ".");
    }
    throw invalid("The Content-Disposition of a part must be form-data.");
  }

  /**
   * Returns the file's name. The plain parameter is preferred to the extended one, which is not
   * allowed in forms.
   */
  private static String fileName(HeaderValue disposition) {
    String plain = disposition.parameters().get("filename");
    String extended = disposition.parameters().get("filename*");
    if (plain == null && extended == null) {
      return null;
    }
    String name = checked(plain == null ? decoded(extended) : plain, "filename");
    if (name.isBlank()) {
      throw invalid("A file has no name; give it one.");
    }
    return name;
  }

  private static String decoded(String extended) {
    if (extended.toLowerCase(Locale.ROOT).startsWith(EXTENDED_UTF8)) {
      try {
        String encoded = extended.substring(EXTENDED_UTF8.length()).replace("+", "%2B");
        return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        // Refused below.
      }
    }
    throw invalid("The 'filename*' of a part is not in UTF-8; send 'filename'.");
  }

  private static String checked(String value, String parameter) {
    if (value.length() > LONGEST_VALUE || value.chars().anyMatch(Character::isISOControl)) {
      throw invalid(
          "The %s of a part must have at most %d characters and no control characters."
              .formatted(parameter, LONGEST_VALUE));
    }
    return value;
  }

  private static String contentType(String field) {
    if (field == null) {
      return UNKNOWN_TYPE;
    }
    try {
      boolean plain = field.chars().allMatch(c -> c < 0x7f);
      if (plain && field.length() <= LONGEST_VALUE && HeaderValue.of(field).word().contains("/")) {
        return field;
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw invalid("The Content-Type of a part is no media type; send one such as image/png.");
  }

  private static FailureException invalid(String message) {
    return FailureException.invalid("file.upload", "", "multipart", message);
  }
}
