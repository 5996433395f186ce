package org.attestry.credential.rendering;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Style sheets and values of CSS that only draw. They may name ids of the same document, and PNG
 * and JPEG images and fonts in {@code data:} addresses. Any other reference is refused, and so are
 * escapes, which could hide one.
 */
final class SafeCss {

  private static final Pattern READS =
      Pattern.compile(
          "(?i)@|\\\\|(url|image|image-set|cross-fade|element|src)\\s*\\(|expression|behavior|binding"
              + "|column|-fs-|<|local\\s*\\(");
  private static final Pattern RULE =
      Pattern.compile("(?i)@(page|font-face|media\\s+(print|screen|all))\\b");
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?i)\\burl\\(\\s*+(?:\"([^\"()\\\\]*+)\"|'([^'()\\\\]*+)'|([^\\s\"'()\\\\]*+))\\s*+\\)");
  private static final Pattern ID = Pattern.compile("#[A-Za-z_][\\w.:-]{0,200}");
  private static final Pattern FONT =
      Pattern.compile(
          "data:(?:font/(?:ttf|otf|sfnt|woff2?)|application/(?:x-)?font-[a-z0-9-]{1,20}"
              + "|application/octet-stream);(?:charset=utf-8;)?base64,[A-Za-z0-9+/=]*+");

  private SafeCss() {}

  /**
   * Returns the CSS with images that contain nothing but pixels; null for CSS that does more than
   * draw.
   */
  static String of(String css) {
    StringBuilder kept = new StringBuilder();
    StringBuilder rest = new StringBuilder();
    Matcher address = ADDRESS.matcher(css);
    int end = 0;
    while (address.find()) {
      String safe = address(address);
      if (safe == null) {
        return null;
      }
      String quote = address.group(1) != null ? "\"" : address.group(2) != null ? "'" : "";
      kept.append(css, end, address.start());
      kept.append("url(").append(quote).append(safe).append(quote).append(')');
      rest.append(css, end, address.start()).append(' ');
      end = address.end();
    }
    rest.append(css, end, css.length());
    return READS.matcher(RULE.matcher(rest).replaceAll("")).find()
        ? null
        : kept.append(css, end, css.length()).toString();
  }

  private static String address(Matcher address) {
    String written =
        address.group(1) != null
            ? address.group(1)
            : address.group(2) != null ? address.group(2) : address.group(3);
    if (ID.matcher(written).matches() || FONT.matcher(written).matches()) {
      return written;
    }
    return SafeImage.of(written);
  }

  /** Says whether the address contains a font. */
  static boolean isFont(String address) {
    return FONT.matcher(address).matches();
  }

  /** Says whether an attribute has no references, or only ids of the same document. */
  static boolean namesOnlyIds(String value) {
    if (!value.toLowerCase(Locale.ROOT).contains("url(")) {
      return true;
    }
    Matcher address = ADDRESS.matcher(value);
    while (address.find()) {
      if (!isId(address)) {
        return false;
      }
    }
    return !address.replaceAll(" ").toLowerCase(Locale.ROOT).contains("url(");
  }

  private static boolean isId(Matcher address) {
    for (int group = 1; group <= 3; group++) {
      if (address.group(group) != null) {
        return ID.matcher(address.group(group)).matches();
      }
    }
    return false;
  }
}
