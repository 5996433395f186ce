package org.attestry.acceptance;

import java.util.List;
import org.attestry.runtime.json.Json;

/** Certificate templates that read, run or fetch, or are much work, and examples that are. */
final class HostileTemplates {

  private static final String SVG = "<svg xmlns='http://www.w3.org/2000/svg'>%s</svg>";
  private static final String HTML = "<html><head></head><body>%s</body></html>";

  private HostileTemplates() {}

  static String upload(Chance chance) {
    if (chance.percent(20)) {
      return "{\"name\":%1$s,\"mediaType\":\"text/html\",\"template\":%1$s}"
          .formatted(HostileJson.quoted(HostileText.text(chance)));
    }
    boolean picture = chance.percent(30);
    String body =
        chance.of(
            () -> readsOrRuns(chance),
            () -> blocks(chance),
            () -> bomb(chance),
            () -> "{{" + HostileText.text(chance) + "}}",
            () -> "<p title='" + HostileText.text(chance) + "'>{{x}}</p>");
    String markup = (picture ? SVG : HTML).formatted(body);
    return Json.object()
        .put("name", "hostile" + chance.below(20))
        .put("mediaType", picture ? "image/svg+xml" : "text/html")
        .put("template", chance.percent(10) ? markup.substring(chance.below(40)) : markup)
        .toString();
  }

  static String preview(Chance chance) {
    return chance.of(
        () -> "{\"definition\":%s}".formatted(HostileJson.value(chance)),
        () -> "{\"type\":%s}".formatted(HostileJson.quoted(HostileText.text(chance))),
        () ->
            "{\"type\":%1$s,\"definition\":{\"title\":%1$s,\"properties\":{\"a\":{\"const\":%2$s}}}}"
                .formatted(HostileJson.quoted(HostileText.text(chance)), HostileJson.value(chance)),
        () -> "{\"definition\":{\"$ref\":\"#\",\"properties\":{\"a\":{\"$ref\":\"#\"}}}}",
        () ->
            "{\"definition\":{\"properties\":{%s}}}"
                .formatted(
                    HostileJson.joined(
                        3_000, n -> "\"p%s\":{\"const\":\"क्षत्रिय %s\"}".formatted(n, n))));
  }

  private static String readsOrRuns(Chance chance) {
    String address =
        chance.of(
            List.of(
                "file:///etc/passwd",
                "http://127.0.0.1:1/x",
                "jar:file:/x!/y",
                "javascript:x()",
                "//x"));
    return chance
        .of(
            List.of(
                "<img src='%s'/>",
                "<script src='%s'></script>",
                "<style>@import '%s';</style>",
                "<style>@font-face{font-family:x;src:url(%s)}</style>",
                "<p style='background:url(%s)'>x</p>",
                "<use href='%s#a'/>",
                "<image href='%s'/>",
                "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='%s'/>",
                "<object data='%s'/>",
                "<?xml-stylesheet href='%s'?>",
                "<!DOCTYPE x SYSTEM '%s'>",
                "<rect fill='url(%s)'/>",
                "<a href='%s'>{{x}}</a>"))
        .formatted(address);
  }

  private static String blocks(Chance chance) {
    int deep = chance.between(1, 40);
    return chance.of(
        List.of(
            "{{#each x}}".repeat(deep) + "x" + "{{/each}}".repeat(deep),
            "{{#if x}}<b>".repeat(deep) + "x" + "{{/if}}".repeat(deep),
            "{{#if x}}".repeat(20_000),
            "{{x}}".repeat(80_000),
            "{{#each this}}{{#each this}}{{@key}}{{/each}}{{/each}}",
            "{{else}}{{/each}}{{/if}}"));
  }

  private static String bomb(Chance chance) {
    return chance.of(
        List.of(
            "<div>".repeat(20_000),
            "<table><tr><td>".repeat(15) + "</td></tr></table>".repeat(15),
            "<i>x</i>".repeat(60_000),
            "<p " + "a='x' ".repeat(1_000) + "/>",
            "<img src='data:image/png;base64,%s'/>".formatted("iVBORw0KGgo".repeat(20_000)),
            "&a;".repeat(10_000),
            "<!--" + "-".repeat(100_000),
            "\u0000\uFFFE\uD800"));
  }
}
