package org.attestry.gateway.page;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.gateway.http.Reply;
import org.attestry.gateway.serve.FailurePages;

/** Writes failures below {@code /verify} as pages in the style of the verification page. */
public final class RefusalPages implements FailurePages {

  private static final Pattern PATH = Pattern.compile("/verify(?:/.*)?", Pattern.DOTALL);
  private static final Pattern LANGUAGE = Pattern.compile("(?:.*&)?lang=([a-z]{2,8})(?:&.*)?");

  /**
   * The most levels of a relative link. It is wrong on deeper paths, but the page's size is
   * bounded.
   */
  private static final int DEEPEST = 10;

  @Override
  public Optional<Reply> of(HttpServerRequest request, int status) {
    String path = request.path();
    if (path == null || !PATH.matcher(path).matches()) {
      return Optional.empty();
    }
    Texts texts = Texts.of(language(request.query()), request.getHeader("accept-language"));
    long below = path.chars().filter(c -> c == '/').limit(DEEPEST).count() - 1;
    String home = "../".repeat((int) below);
    String retryAfter = request.response().headers().get(HttpHeaders.RETRY_AFTER);
    return Optional.of(
        new VerificationPage(texts, home, 0, PageHeaders.nonce()).refusal(status, retryAfter));
  }

  /** Uses no query parser, because a malformed query may be the reason for the failure. */
  private static String language(String query) {
    Matcher language = LANGUAGE.matcher(query == null ? "" : query);
    return language.matches() ? language.group(1) : null;
  }
}
