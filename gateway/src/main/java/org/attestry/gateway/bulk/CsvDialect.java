package org.attestry.gateway.bulk;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.QuoteMode;

/**
 * How the cells of a CSV are written: spreadsheets use the list separator of the language that they
 * are set to.
 *
 * @param separator the character between two cells
 * @param quote the character around cells that contain separators or line ends
 */
record CsvDialect(char separator, char quote) {

  /** RFC 4180. */
  static final CsvDialect USUAL = new CsvDialect(',', '"');

  /** The separators that are recognised; of those that are equally frequent, the first is used. */
  static final List<Character> SEPARATORS = List.of(',', ';', '\t', '|');

  private static final char SINGLE_QUOTE = '\'';

  /**
   * Returns the dialect of a header: the most frequent separator outside of quotation marks, and
   * single quotation marks if the titles are in them.
   */
  static CsvDialect of(String header) {
    char separator = separator(header);
    boolean single =
        Stream.of(header.split(Pattern.quote("" + separator)))
            .map(String::strip)
            .allMatch(title -> title.isEmpty() || isInSingleQuotes(title));
    return new CsvDialect(separator, single ? SINGLE_QUOTE : USUAL.quote);
  }

  /**
   * Returns the format, which distinguishes an empty cell, null, from an empty text: that is in
   * quotation marks, as every other cell is where rows are written.
   */
  CSVFormat format() {
    return CSVFormat.RFC4180
        .builder()
        .setDelimiter(separator)
        .setQuote(quote)
        .setQuoteMode(QuoteMode.ALL_NON_NULL)
        .setNullString("")
        .setIgnoreEmptyLines(false)
        .get();
  }

  private static boolean isInSingleQuotes(String title) {
    return title.length() > 2
        && title.charAt(0) == SINGLE_QUOTE
        && title.charAt(title.length() - 1) == SINGLE_QUOTE;
  }

  private static char separator(String header) {
    int[] counts = new int[SEPARATORS.size()];
    boolean inQuotes = false;
    for (int i = 0; i < header.length(); i++) {
      inQuotes ^= header.charAt(i) == USUAL.quote;
      int known = inQuotes ? -1 : SEPARATORS.indexOf(header.charAt(i));
      if (known >= 0) {
        counts[known]++;
      }
    }
    int most = 0;
    for (int i = 1; i < counts.length; i++) {
      most = counts[i] > counts[most] ? i : most;
    }
    return SEPARATORS.get(most);
  }
}
