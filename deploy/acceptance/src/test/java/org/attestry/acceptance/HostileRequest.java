package org.attestry.acceptance;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.acceptance.HostileBody.Content;
import org.attestry.acceptance.HostileOperations.Described;

/**
 * One hostile input: an honest request of an operation in which the body, and now and then a path
 * variable, a query parameter or a header, is what nobody expects.
 *
 * @param number of the input; with the seed it says all that is left to chance
 */
record HostileRequest(long number, String operation, byte[] bytes) {

  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
  private static final int SHOWN_BYTES = 700;

  private static final List<String> HEADERS =
      List.of(
          "accept",
          "accept-encoding",
          "accept-language",
          "if-match",
          "if-none-match",
          "if-modified-since",
          "range",
          "idempotency-key",
          "import-id",
          "x-request-id",
          "traceparent",
          "tracestate",
          "origin",
          "x-forwarded-for",
          "forwarded",
          "cookie",
          "content-encoding",
          "content-language",
          "expect",
          "authorization",
          "template-key",
          "viewTemplateId",
          "x-http-method-override",
          "prefer",
          "dpop",
          "oauth-client-attestation",
          "oauth-client-attestation-pop");

  private static final List<String> VALUES =
      List.of(
          "*",
          "*/*;q=2",
          "application/json;q=0.000000000000001",
          "application/vc+ld+json, text/html;level=1;q=0",
          "\"1\", W/\"2\", \"",
          "W/\"\"",
          "bytes=0-",
          "bytes=-0",
          "bytes=9223372036854775807-9223372036854775808",
          "bytes=0-0,1-1,2-2",
          "gzip, deflate, br;q=1.0000",
          "00-00000000000000000000000000000000-0000000000000000-ff",
          "Bearer",
          "Bearer a.b.c",
          "Bearer eyJhbGciOiJub25lIn0.e30.",
          "100-continue",
          "200-ok",
          "for=\"[::1]:99999\";proto=;by=_x");

  static HostileRequest of(
      long seed, long number, Described described, HostileWorld world, String host) {
    Chance chance = Chance.of(seed, number);
    Content content = HostileOperations.body(described.operation()).make(chance, world);
    int oddity = chance.below(content == null ? 3 : 10);
    String target =
        path(chance, described, world, oddity == 0) + query(chance, described, oddity == 1);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("host", host);
    headers.put("connection", "close");
    String token = world.token(chance);
    if (token != null) {
      headers.put("authorization", "Bearer " + token);
    }
    if (oddity == 2) {
      odd(chance, headers);
    }
    if (content != null && content.type() != null) {
      headers.put("content-type", content.type());
    }
    return new HostileRequest(
        number,
        described.operation(),
        bytes(described.method() + " " + target + " HTTP/1.1", headers, content, chance));
  }

  private static void odd(Chance chance, Map<String, String> headers) {
    int count = chance.percent(90) ? chance.between(1, 4) : 90;
    for (int n = 0; n < count; n++) {
      String name = count < 5 ? chance.of(HEADERS) : "x-hostile-" + n;
      String value = chance.percent(50) ? chance.of(VALUES) : HostileText.word(chance);
      headers.put(name, value.replaceAll("[\r\n]", " "));
    }
  }

  private static String path(Chance chance, Described described, HostileWorld world, boolean odd) {
    Matcher variables = VARIABLE.matcher(described.path());
    List<String> names = new ArrayList<>();
    variables.results().forEach(found -> names.add(found.group(1)));
    String hostile = odd && !names.isEmpty() ? chance.of(names) : "";
    return VARIABLE
        .matcher(described.path())
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1).equals(hostile)
                        ? segment(chance)
                        : HostileOperations.value(
                            found.group(1), described.operation(), world.targets())));
  }

  private static String segment(Chance chance) {
    String word = HostileText.word(chance);
    return chance.percent(70)
        ? URLEncoder.encode(shortened(word), StandardCharsets.UTF_8)
        : shortened(word).replaceAll("[\\s\\u0000]", "_");
  }

  private static String query(Chance chance, Described described, boolean odd) {
    List<String> names = described.queries();
    if (!odd) {
      return names.contains("search") ? "?search=" + search(chance) : "";
    }
    String name =
        names.isEmpty() || chance.percent(10)
            ? URLEncoder.encode(shortened(HostileText.name(chance)), StandardCharsets.UTF_8)
            : chance.of(names);
    String value =
        name.equals("search")
            ? search(chance)
            : URLEncoder.encode(shortened(HostileText.word(chance)), StandardCharsets.UTF_8);
    String pair = name + "=" + value;
    return chance.of(
        () -> "?" + pair,
        () -> "?" + pair,
        () -> "?" + name,
        () -> "?" + pair + "&" + pair,
        () -> "?" + "&".repeat(500) + "=&" + pair,
        () -> "?" + name + "=%",
        () -> "?" + name + "=%ff%fe");
  }

  private static String search(Chance chance) {
    String query = shortened(HostileQueries.search(chance));
    return Base64.getUrlEncoder().encodeToString(query.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What goes into a line or not: most lines are shorter than what a server takes, some are not.
   */
  private static String shortened(String text) {
    return text.length() > 12_000 ? text.substring(0, 12_000) : text;
  }

  private static byte[] bytes(
      String line, Map<String, String> headers, Content content, Chance chance) {
    StringBuilder head = new StringBuilder(line).append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    byte[] body = content == null ? new byte[0] : content.bytes();
    boolean chunked = content != null && chance.percent(10);
    if (chunked) {
      head.append("transfer-encoding: chunked\r\n\r\n").append(Integer.toHexString(body.length));
      head.append(body.length == 0 ? "\r\n\r\n" : "\r\n");
    } else {
      head.append(content == null ? "\r\n" : "content-length: " + body.length + "\r\n\r\n");
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
    all.writeBytes(body);
    if (chunked && body.length > 0) {
      all.writeBytes("\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    return all.toByteArray();
  }

  /** The input's beginning, without the token. */
  @Override
  public String toString() {
    int length = Math.min(bytes.length, SHOWN_BYTES + 1_500);
    String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
    String shown = text.replaceAll("Bearer ey[\\w.-]+", "Bearer …").replace("\u0000", "\\0");
    return "input %d, %s, %d bytes: %s"
        .formatted(
            number,
            operation,
            bytes.length,
            shown.length() > SHOWN_BYTES ? shown.substring(0, SHOWN_BYTES) + "…" : shown);
  }
}
