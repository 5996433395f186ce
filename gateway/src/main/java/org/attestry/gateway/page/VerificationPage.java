package org.attestry.gateway.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.gateway.http.Reply;
import org.attestry.runtime.json.SchemaTitles;

/**
 * Writes the verification page in one language.
 *
 * @param texts the texts in this language
 * @param home the relative reference from the page's address to the API's, such as {@code ../}
 * @param mostCharacters the most characters of a credential in the form
 * @param nonce the CSP nonce, used for this page only
 */
record VerificationPage(Texts texts, String home, int mostCharacters, String nonce) {

  private static final String DID_WEB = "did:web:";
  private static final String UUID = "urn:uuid:";
  private static final int MOST_TYPES = 10;
  private static final List<String> SCRIPT_TEXTS =
      List.of("reading", "large", "pdf", "several", "qr", "busy", "kind", "long", "camera");

  /**
   * The metadata of a credential that is shown.
   *
   * @param issued a date-time (RFC 3339), or the text that the credential has in its place
   * @param until the end of validity in the same form, or null
   * @param number the credential's id, or null
   */
  record ShownFacts(
      String issuer,
      String issuerName,
      List<String> types,
      String issued,
      String until,
      String number) {}

  /** The source of the values that are shown. */
  enum Source {
    /** The entity's public view in the registry. */
    REGISTER,
    /** The content of a document whose signature is confirmed. */
    CREDENTIAL,
    /** The content of a document whose signature is not confirmed. */
    CLAIMED;

    private String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The parts of a credential that are shown.
   *
   * @param facts null where no metadata is known
   * @param source null where there are no values
   * @param values a missing node where the source has none
   * @param titles the titles of the values, in the reader's language
   */
  record Result(
      Verdict verdict,
      List<Check> checks,
      ShownFacts facts,
      Source source,
      JsonNode values,
      SchemaTitles titles) {

    static Result of(Verdict verdict, List<Check> checks, ShownFacts facts) {
      return new Result(verdict, checks, facts, null, MissingNode.getInstance(), SchemaTitles.NONE);
    }

    Result with(SchemaTitles other) {
      return new Result(verdict, checks, facts, source, values, other);
    }

    boolean isConfirmed() {
      return passed("proof");
    }

    boolean isIssuerKnown() {
      return isConfirmed() && passed("issuer");
    }

    private boolean passed(String name) {
      return checks.stream()
          .anyMatch(check -> check.check().equals(name) && check.status() == Status.OK);
    }
  }

  /**
   * Writes the form for submitting a credential.
   *
   * @param notice the key of the text that says what is wrong with the submitted credential, or
   *     null
   */
  Reply form(int status, String notice) {
    Html content =
        Html.of(
            """
            <h1>%s</h1>
            <p class="quiet">%s %s</p>
            <form id="check-form" class="card" method="post" action="%sverify?lang=%s"%s>
              %s
              <p id="notice" class="notice" role="status">%s</p>
              <label class="name" for="credential">%s</label>
              <textarea id="credential" name="credential" rows="6" required spellcheck="false" \
            autocomplete="off" autocapitalize="off"></textarea>
              <button class="button main" type="submit">%s</button>
            </form>
            """,
            text("form.title"),
            text("form.intro"),
            text("form.privacy"),
            home,
            texts.tag(),
            scriptTexts(),
            dropBox(),
            notice == null ? "" : text(notice),
            text("form.paste"),
            text("form.submit"));
    Html script =
        Html.of(
            "<script type=\"module\" nonce=\"%s\" src=\"%sverify/assets/verify.js\"></script>",
            nonce, home);
    return document(status, text("form.title"), content, script);
  }

  /** Hidden until the script shows it, because files and the camera are read by the script only. */
  private Html dropBox() {
    return Html.of(
        """
        <div id="drop" class="drop" hidden>
          <p><strong>%s</strong></p>
          <p class="kinds">%s</p>
          <div class="files">
            <input id="file" type="file" accept=".pdf,.json,.jsonld,.jwt,.txt,image/*">
            <label class="button" for="file">%s</label>
            <input id="camera" class="handheld" type="file" accept="image/*" capture="environment">
            <label class="button handheld" for="camera">%s</label>
            <button id="scan" class="button" type="button" hidden>%s</button>
          </div>
          <div id="scanner" hidden>
            <video id="view" muted playsinline aria-label="%s"></video>
            <button id="stop" class="button" type="button">%s</button>
          </div>
        </div>\
        """,
        text("form.drop"),
        text("form.kinds"),
        text("form.file"),
        text("form.camera"),
        text("form.scan"),
        text("form.view"),
        text("form.stop"));
  }

  /** Writes the result of verifying a credential. */
  Reply result(int status, Result result, Instant now) {
    Fields fields = Fields.of(result.values(), texts, result.titles());
    Verdict verdict = verdict(result, fields);
    String key = "verdict." + verdict;
    String title = text(key + ".title");
    Html sentence = box(verdict.tone(), title, text(key + ".text"));
    List<Html> parts =
        List.of(
            sentence, facts(result, now), values(result, fields), checks(result.checks()), again());
    return document(status, title, Html.all(parts), Html.NONE);
  }

  /** Says "valid" only of what is shown whole: what is left out may limit the rest. */
  private static Verdict verdict(Result result, Fields fields) {
    ShownFacts facts = result.facts();
    if (result.verdict() != Verdict.VALID) {
      return result.verdict();
    }
    if (facts == null) {
      return Verdict.NOT_SHOWN;
    }
    boolean more = fields.more() || facts.types().size() > MOST_TYPES;
    return more ? Verdict.PARTLY_SHOWN : Verdict.VALID;
  }

  /**
   * Writes the reason why a request was refused.
   *
   * @param status the HTTP status
   * @param retryAfter seconds, or null
   */
  Reply refusal(int status, String retryAfter) {
    String refusal =
        switch (status) {
          case 404, 413, 415, 429, 500 -> "refusal." + status;
          case 503, 504 -> "verdict." + Verdict.UNAVAILABLE;
          default -> "refusal.400";
        };
    String title = text(refusal + ".title");
    String text = text(refusal + ".text").replace("%s", retryAfter == null ? "" : retryAfter);
    return document(
        status, title, Html.all(List.of(box("plain", title, text), again())), Html.NONE);
  }

  private Html box(String tone, String title, String text) {
    return Html.of(
        """
        <div class="verdict %s" role="status">
          %s
          <div>
            <h1>%s</h1>
            <p>%s</p>
          </div>
        </div>
        """,
        tone, icon(tone), title, text);
  }

  private Html again() {
    return Html.of(
        "<p><a class=\"button main\" href=\"%sverify?lang=%s\">%s</a></p>\n",
        home, texts.tag(), text("form.again"));
  }

  private String text(String key) {
    return texts.get(key);
  }

  /** Returns the texts that the script may show, as HTML attributes. */
  private Html scriptTexts() {
    List<Html> attributes = new ArrayList<>();
    attributes.add(Html.of(" data-most=\"%s\"", mostCharacters));
    for (String name : SCRIPT_TEXTS) {
      attributes.add(Html.of(" data-" + name + "=\"%s\"", text("script." + name)));
    }
    return Html.all(attributes);
  }

  private Html facts(Result result, Instant now) {
    ShownFacts facts = result.facts();
    if (facts == null) {
      return Html.NONE;
    }
    List<Html> rows = new ArrayList<>();
    if (facts.issuer() != null) {
      rows.add(row(text("facts.issuer"), issuer(facts, result.isIssuerKnown())));
    }
    if (!facts.types().isEmpty()) {
      List<String> words = facts.types().stream().limit(MOST_TYPES).map(Fields::words).toList();
      rows.add(row(text("facts.types"), value(String.join(", ", words))));
    }
    if (facts.issued() != null) {
      rows.add(row(text("facts.issued"), time(facts.issued())));
    }
    if (facts.until() != null) {
      rows.add(row(text("facts.until"), time(facts.until())));
    }
    if (facts.number() != null) {
      rows.add(row(text("facts.number"), value(number(facts.number()))));
    }
    rows.add(row(text("facts.checked"), time(now.toString())));
    boolean claimed = !result.checks().isEmpty() && !result.isConfirmed();
    return section(text(claimed ? "facts.claimed" : "facts.title"), table(rows));
  }

  /** Returns the id as it is printed on certificates. */
  private static String number(String id) {
    return id.startsWith(UUID) ? id.substring(UUID.length()) : id;
  }

  /** Shows the issuer's name only if the issuer is known, because any signer can claim any name. */
  private static Html issuer(ShownFacts facts, boolean known) {
    String name =
        known && facts.issuerName() != null ? facts.issuerName() : webName(facts.issuer());
    return name.equals(facts.issuer())
        ? value(facts.issuer())
        : Html.of("%s<small>%s</small>", value(name), value(facts.issuer()));
  }

  /** Returns the host of a did:web (W3C CCG did:web, section 3.1), and any other DID unchanged. */
  private static String webName(String did) {
    if (!did.startsWith(DID_WEB)) {
      return did;
    }
    try {
      return URLDecoder.decode(
          did.substring(DID_WEB.length()).split(":")[0], StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return did;
    }
  }

  private Html time(String dateTime) {
    try {
      Instant instant = OffsetDateTime.parse(dateTime).toInstant();
      return Html.of("<time datetime=\"%s\">%s</time>", instant, texts.time(instant));
    } catch (DateTimeException other) {
      return value(dateTime);
    }
  }

  private Html checks(List<Check> checks) {
    if (checks.isEmpty()) {
      return Html.NONE;
    }
    Html items = Html.all(checks.stream().map(this::check).toList());
    return section(text("checks.title"), Html.of("<ul class=\"checks\">%s</ul>", items));
  }

  private Html check(Check check) {
    String tone =
        switch (check.status()) {
          case OK -> "good";
          case NOK -> "bad";
          case UNKNOWN -> "plain";
        };
    String own = "check." + check.check();
    return Html.of(
        """
        <li class="%s">%s<div><strong>%s</strong><span class="outcome">%s</span><p>%s%s</p></div></li>
        """,
        tone,
        icon(tone),
        texts.byKey().getOrDefault(own, Fields.words(check.check())),
        text("status." + check.status()),
        sentence(check, own),
        reason(check));
  }

  private String sentence(Check check, String own) {
    String status = check.status().name();
    String general = "check." + status;
    return check.reason() == null
        ? texts.first(own + "." + status, general)
        : texts.first("reason." + withoutDetail(check.reason()), own + "." + status, general);
  }

  /** Returns the code of a reason for which there is no text. */
  private Html reason(Check check) {
    boolean isSaid =
        check.reason() == null
            || texts.byKey().containsKey("reason." + withoutDetail(check.reason()));
    return isSaid ? Html.NONE : Html.of(" <code>(%s)</code>", Fields.shortened(check.reason()));
  }

  private static String withoutDetail(String reason) {
    return reason.split(":", 2)[0];
  }

  private Html values(Result result, Fields fields) {
    if (result.source() == null) {
      return Html.NONE;
    }
    String title = text("values." + result.source().key());
    if (fields.rows().isEmpty() && !fields.more()) {
      boolean open = result.source() == Source.REGISTER && result.verdict() != Verdict.CHANGED;
      return open ? section(title, note("compare.none")) : Html.NONE;
    }
    List<Html> rows =
        fields.rows().stream().map(field -> row(field.label(), value(field.value()))).toList();
    Html more = fields.more() ? note("values.more") : Html.NONE;
    Html compare =
        result.source() == Source.CLAIMED ? Html.NONE : note("compare." + result.source().key());
    return section(title, Html.all(List.of(table(rows), more, compare)));
  }

  private Html note(String key) {
    return Html.of("<p class=\"note\">%s</p>", text(key));
  }

  private static Html section(String title, Html content) {
    return Html.of("<section class=\"card\"><h2>%s</h2>%s</section>\n", title, content);
  }

  private static Html table(List<Html> rows) {
    return Html.of("<dl>%s</dl>", Html.all(rows));
  }

  private static Html row(String label, Html value) {
    return Html.of("<dt><bdi>%s</bdi></dt><dd>%s</dd>\n", label, value);
  }

  private static Html value(String text) {
    return Html.of("<bdi>%s</bdi>", Fields.shortened(text));
  }

  private static Html icon(String tone) {
    String drawn =
        switch (tone) {
          case "good" -> "<path d=\"m7.500 12.300 3 3 6-6.300\"/>";
          case "warn" -> "<path d=\"M12 7v6M12 16.600v.1\"/>";
          case "bad" -> "<path d=\"m8.500 8.500 7 7m0-7-7 7\"/>";
          default ->
              "<path d=\"M9.500 9.600a2.600 2.600 0 1 1 3.700 2.400c-.8.400-1.200 1-1.200 1.800M12"
                  + " 16.900v.1\"/>";
        };
    return new Html(
        "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\" fill=\"none\" stroke=\"currentColor\""
            + " stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
            + "<circle cx=\"12\" cy=\"12\" r=\"10\"/>"
            + drawn
            + "</svg>");
  }

  private Reply document(int status, String title, Html content, Html script) {
    Html page =
        Html.of(
            """
            <!doctype html>
            <html lang="%s">
            %s<body>
              <a class="skip" href="#content">%s</a>
            %s  <main id="content" class="wide" tabindex="-1">
            %s
              </main>
              <footer><div class="wide">%s</div></footer>
            </body>
            </html>
            """,
            texts.tag(), head(title, script), text("skip"), header(), content, text("footer"));
    return Reply.document(status, JsonBytes.of(page.markup()), PageHeaders.of(nonce));
  }

  private Html head(String title, Html script) {
    return Html.of(
        """
        <head>
          <meta charset="utf-8">
          <meta name="viewport" content="width=device-width, initial-scale=1">
          <meta name="robots" content="noindex">
          <title>%s – %s</title>
          <link rel="icon" type="image/svg+xml" href="%sverify/assets/mark.svg">
          <link rel="stylesheet" nonce="%s" href="%sverify/assets/verify.css">
          %s
        </head>
        """,
        title, text("service"), home, nonce, home, script);
  }

  private Html header() {
    return Html.of(
        """
          <header>
            <div class="wide">
              <a class="service" href="%sverify?lang=%s">\
        <img src="%sverify/assets/mark.svg" alt="" width="28" height="28">%s</a>
              <nav aria-label="%s"><ul>%s</ul></nav>
            </div>
          </header>
        """,
        home, texts.tag(), home, text("service"), text("languages"), languages());
  }

  private Html languages() {
    return Html.all(
        Texts.languages().stream()
            .map(
                other ->
                    Html.of(
                        "<li><a href=\"?lang=%s\" hreflang=\"%s\" lang=\"%s\"%s>%s</a></li>",
                        other.tag(),
                        other.tag(),
                        other.tag(),
                        new Html(other.tag().equals(texts.tag()) ? " aria-current=\"true\"" : ""),
                        other.get("language")))
            .toList());
  }
}
