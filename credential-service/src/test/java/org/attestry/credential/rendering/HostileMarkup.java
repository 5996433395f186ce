package org.attestry.credential.rendering;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Filled templates whose layout takes more than the service has. */
final class HostileMarkup {

  private HostileMarkup() {}

  static String of(String kind) {
    return switch (kind) {
      case "long-name" -> page("", "<p>" + "नि".repeat(125_000) + "</p>");
      case "selectors" ->
          page(
              IntStream.range(0, 150)
                  .mapToObj(rule -> "div ".repeat(40) + ".c" + rule + " { color: red }")
                  .collect(Collectors.joining("\n")),
              "<div>".repeat(44) + "x" + "</div>".repeat(44));
      case "page-size" -> page("@page { size: 1px 1px }", "word ".repeat(2_000));
      case "tables" -> page("", "<table><tr>" + "<td>x</td>".repeat(4_900) + "</tr></table>");
      case "floats" -> page("", "<div style='float:left;width:33%'>x</div>".repeat(4_900));
      case "turbulence" ->
          drawing(
              "<filter id='f' x='0' y='0' width='9' height='9'><feTurbulence baseFrequency='0.9'"
                  + " numOctaves='99'/></filter>",
              "<rect width='20000' height='20000' filter='url(#f)'/>");
      case "patterns" ->
          drawing(
              "<pattern id='p' width='.01' height='.01' patternUnits='userSpaceOnUse'>"
                  + "<path d='M0 0h1v1z'/></pattern>",
              "<rect width='20000' height='20000' fill='url(#p)' opacity='.5'/>".repeat(200));
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private static String drawing(String definitions, String body) {
    return page(
        "",
        "<svg width='20000' height='20000'><defs>%s</defs>%s</svg>".formatted(definitions, body));
  }

  private static String page(String style, String body) {
    return "<html><head><style>%s</style></head><body>%s</body></html>".formatted(style, body);
  }
}
