package org.attestry.credential.jsonld;

import com.apicatalog.jsonld.context.ActiveContext;
import com.apicatalog.jsonld.context.TermDefinition;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.credential.revoke.AbsoluteIri;

/**
 * The meaning of names and texts of a document (JSON-LD 1.1 API, 5.2.2 IRI Expansion). Nothing is
 * resolved against a base: a relative reference stays unchanged.
 */
public final class TermNames {

  private static final Set<String> KEYWORDS =
      Set.of(
          "@base",
          "@container",
          "@context",
          "@direction",
          "@graph",
          "@id",
          "@import",
          "@included",
          "@index",
          "@json",
          "@language",
          "@list",
          "@nest",
          "@none",
          "@prefix",
          "@propagate",
          "@protected",
          "@reverse",
          "@set",
          "@type",
          "@value",
          "@version",
          "@vocab");

  /** Texts that some processors read as the scheme of an absolute IRI, and others do not. */
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+,.-]*");

  private TermNames() {}

  /**
   * Returns a keyword, an IRI, or an unchanged text that is neither; null for a name without
   * meaning.
   */
  public static String ofTerm(String text, ActiveContext context) {
    return expanded(text, context, true);
  }

  /** Does the same for the text of an identifier, to which no term or vocabulary applies. */
  public static String ofIdentifier(String text, ActiveContext context) {
    return expanded(text, context, false);
  }

  public static TermDefinition definition(String term, ActiveContext context) {
    return context.getTerm(term).orElse(null);
  }

  public static boolean isKeyword(String text) {
    return text != null && KEYWORDS.contains(text);
  }

  /** Returns the keyword for which a term is another name, or null. */
  public static String keyword(String term, ActiveContext context) {
    TermDefinition definition = definition(term, context);
    String mapping = definition == null ? null : definition.getUriMapping();
    return isKeyword(mapping) ? mapping : null;
  }

  private static String expanded(String text, ActiveContext context, boolean vocabulary) {
    if (JsonRules.KEYWORD.matcher(text).matches()) {
      return KEYWORDS.contains(text) ? text : null;
    }
    TermDefinition term = definition(text, context);
    if (term != null && (vocabulary || isKeyword(term.getUriMapping()))) {
      return term.getUriMapping();
    }
    int colon = text.indexOf(':', 1);
    if (colon > 0) {
      String compact = compact(text.substring(0, colon), text.substring(colon + 1), context);
      if (compact != null || AbsoluteIri.is(text) || text.startsWith("_:")) {
        return compact == null ? text : compact;
      }
      if (SCHEME.matcher(text.substring(0, colon)).matches()) {
        return text;
      }
    }
    String base = vocabulary ? context.getVocabularyMapping() : null;
    return base == null ? text : base + text;
  }

  private static String compact(String prefix, String suffix, ActiveContext context) {
    if (prefix.equals("_") || suffix.startsWith("//")) {
      return null;
    }
    TermDefinition term = definition(prefix, context);
    return term == null || term.getUriMapping() == null || !term.isPrefix()
        ? null
        : term.getUriMapping() + suffix;
  }
}
