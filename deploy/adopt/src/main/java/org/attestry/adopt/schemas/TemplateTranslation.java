package org.attestry.adopt.schemas;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rewrites the placeholders of a certificate template: those of certificate-api 1.x read members of
 * the credential, those of version 2 members of its subject.
 */
final class TemplateTranslation {

  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\{\\{\\{?\\s*([^{}]*?)\\s*\\}\\}\\}?");
  private static final Set<String> CREDENTIAL =
      Set.of(
          "id",
          "type",
          "issuer",
          "issuanceDate",
          "expirationDate",
          "validFrom",
          "validUntil",
          "credentialSubject",
          "credentialSchema",
          "evidence",
          "proof",
          "nonTransferable");
  private static final Set<String> QR = Set.of("qrcode", "qr");

  private final Consumer<String> changes;
  private int blocks;
  private boolean lost;

  /**
   * @param changes receives a sentence for each thing that a certificate shows in another way
   */
  TemplateTranslation(Consumer<String> changes) {
    this.changes = changes;
  }

  /**
   * Returns the template with this suite's placeholders; empty if it uses what this suite lacks.
   */
  Optional<String> rewrite(String template) {
    Matcher matcher = PLACEHOLDER.matcher(template);
    String rewritten = matcher.replaceAll(found -> Matcher.quoteReplacement(placeholder(found)));
    return lost ? Optional.empty() : Optional.of(rewritten);
  }

  private String placeholder(MatchResult found) {
    String text = found.group(1);
    if (text.equals("else") || text.startsWith("!")) {
      return text.startsWith("!") ? "" : "{{else}}";
    }
    if (text.startsWith("/")) {
      blocks -= text.equals("/each") ? 1 : 0;
      return "{{" + text + "}}";
    }
    return text.startsWith("#") ? block(text.substring(1)) : "{{" + value(text) + "}}";
  }

  private String block(String text) {
    String[] words = text.split("\\s+", 2);
    boolean known = Set.of("each", "if", "unless").contains(words[0]);
    if (!known || words.length < 2 || words[1].startsWith("(")) {
      lost = true;
      changes.accept("The block {{#%s}} has no counterpart.".formatted(text));
      return "";
    }
    String written = "{{#%s %s}}".formatted(words[0], path(words[1]));
    blocks += words[0].equals("each") ? 1 : 0;
    return written;
  }

  private String value(String text) {
    String[] words = text.split("\\s+");
    if (words.length == 1) {
      return path(text);
    }
    if (words[1].startsWith("(") || words[1].startsWith("\"")) {
      lost = true;
      changes.accept("The helper {{%s}} has no counterpart.".formatted(text));
      return "";
    }
    changes.accept(
        "{{%s}} shows the value as it is stored, because the helper %s has no counterpart."
            .formatted(text, words[0]));
    return path(words[1]);
  }

  private String path(String path) {
    String first = path.split("[.\\[/]", 2)[0];
    if (blocks > 0 || first.equals("this") || first.startsWith("@") || first.equals("entity")) {
      return path;
    }
    if (QR.contains(path.toLowerCase(Locale.ROOT))) {
      return "qr";
    }
    return (CREDENTIAL.contains(first) ? "credential." : "credential.credentialSubject.") + path;
  }
}
