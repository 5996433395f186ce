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
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private static String page(String style, String body) {
    return "<html><head><style>%s</style></head><body>%s</body></html>".formatted(style, body);
  }
}
