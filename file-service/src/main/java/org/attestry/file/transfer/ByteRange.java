package org.attestry.file.transfer;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a file that a {@code Range} header requests (RFC 9110, section 14). Several ranges,
 * and ranges that are not in bytes, are ignored, as the RFC allows: then the whole file is sent.
 *
 * @param first the first byte
 * @param length how many bytes
 */
record ByteRange(long first, long length) {

  private static final Pattern ONE_RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  /** The requested range is outside of the file. */
  static final ByteRange UNSATISFIABLE = new ByteRange(-1, 0);

  static Optional<ByteRange> of(String header, long size) {
    Matcher match = header == null ? null : ONE_RANGE.matcher(header.strip());
    if (match == null || !match.matches()) {
      return Optional.empty();
    }
    String from = match.group(1);
    String to = match.group(2);
    if (from.isEmpty()) {
      return to.isEmpty() ? Optional.empty() : Optional.of(last(Long.parseLong(to), size));
    }
    long first = Long.parseLong(from);
    long last = to.isEmpty() ? size - 1 : Math.min(size - 1, Long.parseLong(to));
    if (!to.isEmpty() && Long.parseLong(to) < first) {
      return Optional.empty();
    }
    return Optional.of(first >= size ? UNSATISFIABLE : new ByteRange(first, last - first + 1));
  }

  private static ByteRange last(long count, long size) {
    long length = Math.min(count, size);
    return length == 0 ? UNSATISFIABLE : new ByteRange(size - length, length);
  }
}
