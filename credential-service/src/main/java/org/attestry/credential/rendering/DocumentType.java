package org.attestry.credential.rendering;

import org.attestry.contracts.FailureException;

/** The document type of markup, which names rules elsewhere and may declare entities. */
final class DocumentType {

  private static final String BEGIN = "<!doctype";

  private DocumentType() {}

  /**
   * Returns the markup without it; line numbers do not change.
   *
   * @throws FailureException INVALID for a document type with a subset, which declares entities
   */
  static String removed(String markup) {
    int begin = afterProlog(markup);
    if (!markup.regionMatches(true, begin, BEGIN, 0, BEGIN.length())) {
      return markup;
    }
    char quote = 0;
    for (int i = begin; i < markup.length(); i++) {
      char c = markup.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '[') {
        throw FailureException.invalid(
            "credential.template.invalid",
            "/template",
            "markup",
            "A DOCTYPE with a subset in brackets is not allowed, because it declares entities:"
                + " leave the subset out.");
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        String lines = markup.substring(begin, i + 1).replaceAll("[^\n]", "");
        return markup.substring(0, begin) + lines + markup.substring(i + 1);
      }
    }
    return markup;
  }

  /** Returns the index after the XML declaration, instructions, comments and spaces. */
  private static int afterProlog(String markup) {
    int at = 0;
    while (at < markup.length()) {
      if (Character.isWhitespace(markup.charAt(at))) {
        at++;
        continue;
      }
      String end =
          markup.startsWith("<?", at) ? "?>" : markup.startsWith("<!--", at) ? "-->" : null;
      int found = end == null ? -1 : markup.indexOf(end, at);
      if (found < 0) {
        return at;
      }
      at = found + end.length();
    }
    return at;
  }
}
