package org.attestry.credential.presentation;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;

/**
 * The origins of the pages on which the user of a wallet goes on after the response.
 *
 * @param origins such as {@code https://verifier.example}
 */
public record RedirectOrigins(List<String> origins) {

  /** An origin with https, or with http on this machine. */
  private static final Pattern FORM =
      Pattern.compile(
          "https://[a-z0-9.-]+(:[0-9]{1,5})?|http://(localhost|127\\.0\\.0\\.1)(:[0-9]{1,5})?");

  private static final int LONGEST = 2_000;

  /**
   * @throws IllegalArgumentException for a text that is no such origin
   */
  public RedirectOrigins {
    origins = List.copyOf(origins);
    for (String origin : origins) {
      if (!FORM.matcher(origin).matches()) {
        throw new IllegalArgumentException(
            "PRESENTATION_REDIRECT_ORIGINS: %s is no origin such as https://verifier.example."
                .formatted(origin));
      }
    }
  }

  /**
   * @param uri null for none
   * @throws FailureException of kind INVALID for an address of another origin, or with a fragment
   */
  void check(String uri) {
    if (uri != null && (uri.length() > LONGEST || !origins.contains(origin(uri)))) {
      throw RequestedQuery.invalid(
          "/redirectUri",
          "origin",
          "A redirectUri has at most %d characters, no fragment and one of the origins of"
                  .formatted(LONGEST)
              + " PRESENTATION_REDIRECT_ORIGINS.");
    }
  }

  /** Returns an empty text for an address that has a fragment, or names a user. */
  private static String origin(String uri) {
    try {
      URI parsed = new URI(uri);
      return parsed.getRawFragment() != null || parsed.getRawUserInfo() != null
          ? ""
          : "%s://%s"
              .formatted(parsed.getScheme(), parsed.getRawAuthority())
              .toLowerCase(Locale.ROOT);
    } catch (URISyntaxException e) {
      return "";
    }
  }
}
