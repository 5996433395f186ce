package org.attestry.schema.document;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code $ref}: {@code #/definitions/X} inside a document, or {@code Other.json#/definitions/X},
 * also written {@code Other.json/#/definitions/X}, in the document named {@code Other}.
 *
 * @param document the other document's name, or null for the same document
 * @param pointer RFC 6901 pointer in that document
 */
record Reference(String document, String pointer) {

  private static final Pattern FORM =
      Pattern.compile("(?:([A-Za-z0-9 _.-]+?)(?:\\.json)?/?)?#((?:/[^#]*)?)");

  /**
   * @throws UnresolvedReference if the text has another form: references are never fetched
   */
  static Reference parse(String text) {
    if (text.length() > DocumentLimits.REFERENCE_CHARACTERS) {
      throw new UnresolvedReference(
          "A reference may have %d characters; use shorter names."
              .formatted(DocumentLimits.REFERENCE_CHARACTERS));
    }
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new UnresolvedReference(
          "The reference '%s' must be '#/definitions/Name' or 'Other.json#/definitions/Name'; nothing is fetched from elsewhere."
              .formatted(text));
    }
    return new Reference(matcher.group(1), decoded(matcher.group(2)));
  }

  /** Decodes a URI fragment, which is percent-encoded (RFC 6901, section 6). */
  private static String decoded(String fragment) {
    try {
      return URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException badEncoding) {
      return fragment;
    }
  }
}
