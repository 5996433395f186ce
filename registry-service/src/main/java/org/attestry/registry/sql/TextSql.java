package org.attestry.registry.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.stream.Collectors;
import org.attestry.registry.query.Comparison;
import org.attestry.registry.query.Filter;

/**
 * Comparisons of a text with the operands of a filter. PostgreSQL looks for an interruption only
 * between rows, and where a subquery begins, so no comparison may take long for one row: each costs
 * as many steps as the text is long, or a small multiple.
 */
public record TextSql(Filter.Compare compare, List<String> operands, Parameters parameters) {

  /**
   * The longest part, in bytes, that {@code strpos} looks for: it takes up to as many steps for
   * each byte of the text. A regular expression takes one, after longer preparation.
   */
  private static final int SHORT_PART = 32;

  /** The number of characters of an operand by which the index of the parts finds candidates. */
  private static final int CANDIDATE = 16;

  /**
   * @param text an expression that has the collation of texts
   */
  public String of(String text) {
    String left = compare.ignoreCase() ? ValueSql.lower(text) : text;
    if (compare.comparison() == Comparison.EXISTS) {
      return text + " IS NOT NULL";
    }
    if (compare.comparison() == Comparison.STARTS_WITH && !compare.ignoreCase()) {
      return "%s LIKE %s".formatted(left, parameters.text(prefixPattern(operands.get(0))));
    }
    if (compare.comparison() == Comparison.EQUAL && operands.size() > 1) {
      String texts = parameters.texts(operands);
      return "%s = ANY (%s)".formatted(left, compare.ignoreCase() ? lowered(texts) : texts);
    }
    List<String> right = operands.stream().map(this::operand).toList();
    return switch (compare.comparison()) {
      case CONTAINS -> contains(left, right.get(0));
      case STARTS_WITH -> "starts_with(%s, %s)".formatted(left, right.get(0));
      case ENDS_WITH -> "right(%1$s, length(%2$s)) = %2$s".formatted(left, right.get(0));
      case EQUAL, GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL, BETWEEN, EXISTS ->
          OrderedSql.condition(compare.comparison(), left, right);
    };
  }

  /** Returns the comparison in a subquery, so that many of them can be interrupted. */
  private String contains(String text, String part) {
    return operands.get(0).getBytes(UTF_8).length <= SHORT_PART
        ? "(SELECT strpos(%s, %s)) > 0".formatted(text, part)
        : "(SELECT (%s ~ ('***=' || %s))::int) > 0".formatted(text, part);
  }

  /** Whether an ordered index of the values finds the matches. */
  public static boolean isByValue(Filter.Compare compare) {
    return switch (compare.comparison()) {
      case CONTAINS, ENDS_WITH, EXISTS -> false;
      case STARTS_WITH, EQUAL, GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL, BETWEEN ->
          !compare.ignoreCase();
    };
  }

  /** Whether an index of the parts of texts finds the matches. */
  public static boolean isByPart(Filter.Compare compare) {
    return switch (compare.comparison()) {
      case CONTAINS, ENDS_WITH -> true;
      case STARTS_WITH, EQUAL -> compare.ignoreCase();
      case GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL, BETWEEN, EXISTS -> false;
    };
  }

  /**
   * Returns the condition for a text whose trigrams have an index, by which candidates are found.
   */
  public String ofTrigrams(ValueSql value) {
    return "(%s AND %s)".formatted(candidates(value), of(value.text()));
  }

  private String candidates(ValueSql value) {
    return operands.stream()
        .map(text -> "%s LIKE %s".formatted(value.searchText(), pattern(text)))
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  /**
   * Returns the pattern that candidates have. A pattern that begins anywhere in a text has few
   * characters, because each of them may be compared at every place of the text.
   */
  private String pattern(String text) {
    String written = ValueSql.searchText(parameters.text(candidate(text)));
    String escaped = "replace(replace(%s, '%%', '\\%%'), '_', '\\_')".formatted(written);
    return switch (compare.comparison()) {
      case STARTS_WITH -> "(%s || '%%')".formatted(escaped);
      case ENDS_WITH -> "('%%' || %s)".formatted(escaped);
      case CONTAINS -> "('%%' || %s || '%%')".formatted(escaped);
      case EQUAL, GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL, BETWEEN, EXISTS -> escaped;
    };
  }

  private String candidate(String text) {
    int length = text.codePointCount(0, text.length());
    if (length <= CANDIDATE) {
      return text;
    }
    return switch (compare.comparison()) {
      case CONTAINS -> text.substring(0, text.offsetByCodePoints(0, CANDIDATE));
      case ENDS_WITH -> text.substring(text.offsetByCodePoints(text.length(), -CANDIDATE));
      case STARTS_WITH, EQUAL, GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL, BETWEEN, EXISTS ->
          text;
    };
  }

  private String operand(String text) {
    String parameter = parameters.text(text);
    return compare.ignoreCase() ? ValueSql.lower(parameter) : parameter;
  }

  private static String lowered(String texts) {
    return "ARRAY(SELECT %s FROM unnest(%s) AS t(t))".formatted(ValueSql.lower("t"), texts);
  }

  private static String prefixPattern(String prefix) {
    return prefix.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
  }
}
