package org.attestry.acceptance;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.attestry.acceptance.HostileBody.Content;

/** Uploads whose boundary, part headers, names or number of parts are hostile. */
final class HostileParts {

  private static final String BOUNDARY = "hostile";

  private static final List<String> HEADERS =
      List.of(
          "Content-Type: none",
          "Content-Type: text/plain; charset=utf-7",
          "Content-Type: text/plain; charset=",
          "Content-Type: " + "a".repeat(5_000) + "/b",
          "Content-Type: multipart/mixed; boundary=hostile",
          "Content-Type: text/html\u0000",
          "Content-Transfer-Encoding: base64",
          "Content-Transfer-Encoding: quoted-printable",
          "Content-Transfer-Encoding: nothing",
          "Content-Encoding: gzip",
          "Content-Length: -1",
          "Content-Length: 99999999999999999999",
          "Content-Range: bytes 0-1/2",
          "X: " + "x".repeat(100_000),
          ": no name",
          "no colon",
          " folded: line",
          "Content-Disposition: form-data; name=\"other\"");

  private HostileParts() {}

  /**
   * @param part the name that the operation's parts have
   */
  static HostileBody body(String part) {
    return (chance, world) -> {
      Content content = content(chance, part);
      return chance.percent(10) ? HostileBody.garbled(chance, content) : content;
    };
  }

  private static Content content(Chance chance, String part) {
    return chance.of(
        () -> form(one(disposition(part, fileName(chance)), "text")),
        () -> form(one(disposition(part, fileName(chance)), "text")),
        () -> form(one(disposition(part, "a.txt") + chance.of(HEADERS) + "\r\n", "text")),
        () -> form(one(disposition(part, "a.txt") + chance.of(HEADERS) + "\r\n", "text")),
        () -> form(one(chance.of(HEADERS) + "\r\n", "text")),
        () -> form(one(extended(part, chance), "text")),
        () -> form(one("Content-Disposition: form-data; name=\"" + part + "\"\r\n", "no file")),
        () ->
            form(
                one(
                    "Content-Disposition: "
                        + HostileText.overlong(chance, 8_191).replace("\n", "a")
                        + "\r\n",
                    "x")),
        () -> form(one(disposition(part, "a"), "a").repeat(chance.of(List.of(21, 100, 2_000)))),
        () -> form(one(disposition("field", null), "a").repeat(2_000)),
        () -> form(one(disposition("field", null), "a".repeat(5_000_000))),
        () -> form(one("X-Large: " + "x".repeat(1_000_000) + "\r\n", "x")),
        () -> form(one(("X-Many: x\r\n").repeat(20_000), "x")),
        () -> form(""),
        () -> of(BOUNDARY, "--" + BOUNDARY + "\r\n"),
        () -> of(BOUNDARY, one(disposition(part, "a"), "never ends")),
        () -> of(BOUNDARY, "\r\n".repeat(50_000)),
        () -> of(BOUNDARY, ("--" + BOUNDARY).repeat(20_000)),
        () ->
            of(
                BOUNDARY,
                one(disposition(part, "a"), ("\r\n--" + BOUNDARY.substring(1)).repeat(20_000))),
        () -> of("x".repeat(10_000), "--" + "x".repeat(10_000) + "\r\n"),
        () -> of("\"a b\\\"c\"", "--a b\"c\r\n"),
        () -> of("", "--\r\n\r\n"));
  }

  private static String fileName(Chance chance) {
    return chance.of(
        () -> HostileText.text(chance).replaceAll("[\r\n]", "_"),
        () -> "a\u0000.txt",
        () -> "x".repeat(5_000),
        () -> "../../x",
        () -> "a\".txt",
        () -> "\ud83d\ude00".repeat(300),
        () -> "CON",
        () -> "");
  }

  private static String disposition(String name, String file) {
    String head = "Content-Disposition: form-data; name=\"" + name + "\"";
    return head + (file == null ? "" : "; filename=\"" + file + "\"") + "\r\n";
  }

  private static String extended(String name, Chance chance) {
    return "Content-Disposition: form-data; name=\"%s\"; filename*=%s\r\n"
        .formatted(
            name,
            chance.of(
                List.of(
                    "nothing''a",
                    "utf-8''%ff%fe",
                    "utf-8''%",
                    "utf-8'%41",
                    "utf-7''+AGE-",
                    "''",
                    "utf-8''" + "%41".repeat(10_000))));
  }

  private static String one(String headers, String content) {
    return "--" + BOUNDARY + "\r\n" + headers + "\r\n" + content + "\r\n";
  }

  private static Content form(String parts) {
    return of(BOUNDARY, parts + "--" + BOUNDARY + "--\r\n");
  }

  private static Content of(String boundary, String text) {
    return new Content(
        "multipart/form-data; boundary=" + boundary, text.getBytes(StandardCharsets.UTF_8));
  }
}
