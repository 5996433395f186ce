package org.attestry.registry.domain.validation;

import com.google.re2j.Pattern;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;

/**
 * Patterns of schemas in linear time (RE2), so that no pattern and no value can make validation
 * slow. Backreferences and look-around do not exist here.
 */
final class LinearRegex implements RegularExpressionFactory {

  /**
   * @throws com.google.re2j.PatternSyntaxException when the pattern is not one that RE2 knows
   */
  @Override
  public RegularExpression getRegularExpression(String regex) {
    Pattern pattern = Pattern.compile(translate(regex));
    return value -> pattern.matcher(value).find();
  }

  /** ECMA 262 writes a code unit as four hex digits after a backslash and u, RE2 as \x{…}. */
  static String translate(String regex) {
    StringBuilder out = new StringBuilder(regex.length());
    for (int i = 0; i < regex.length(); i++) {
      if (regex.charAt(i) != '\\' || i + 1 == regex.length()) {
        out.append(regex.charAt(i));
      } else if (regex.charAt(i + 1) == 'u' && isHex(regex, i + 2)) {
        out.append("\\x{").append(regex, i + 2, i + 6).append('}');
        i += 5;
      } else {
        out.append('\\').append(regex.charAt(++i));
      }
    }
    return out.toString();
  }

  private static boolean isHex(String text, int from) {
    return from + 4 <= text.length()
        && text.substring(from, from + 4).chars().allMatch(c -> Character.digit(c, 16) >= 0);
  }
}
