package org.attestry.credential.suite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.credential.canonical.CanonicalForm;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.proof.ProofTerms;

/**
 * The signed statements of a proof in canonical form, independent of names in the proof's JSON or
 * its contexts.
 */
final class ProofStatements {

  static final String SECURITY = "https://w3id.org/security#";

  /** Escaped characters of literals in N-Quads (RDF 1.1 N-Quads, section 4). */
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9A-Fa-f]{4})|.)");

  private static final String CREATED = "http://purl.org/dc/terms/created";

  private final Map<String, List<String>> objects = new HashMap<>();

  private ProofStatements() {}

  /**
   * @throws InvalidProofException if nodes other than the proof's have statements
   */
  static ProofStatements of(CanonicalForm options) {
    ProofStatements statements = new ProofStatements();
    String subject = null;
    for (String line : options.nQuads().lines().toList()) {
      int predicate = line.indexOf(" <") + 2;
      int object = line.indexOf("> ", predicate) + 2;
      String named = line.substring(0, predicate);
      if (subject != null && !subject.equals(named)) {
        throw new InvalidProofException("proof.members");
      }
      subject = named;
      statements
          .objects
          .computeIfAbsent(line.substring(predicate, object - 2), unseen -> new ArrayList<>())
          .add(text(line.substring(object)));
    }
    return statements;
  }

  /** Returns the IRI, or the text of a literal. */
  private static String text(String object) {
    return object.startsWith("\"")
        ? unescaped(object.substring(1, object.lastIndexOf('"')))
        : object.substring(1, Math.max(1, object.lastIndexOf('>')));
  }

  private static String unescaped(String literal) {
    return ESCAPE
        .matcher(literal)
        .replaceAll(escape -> Matcher.quoteReplacement(character(escape)));
  }

  private static String character(MatchResult escape) {
    return escape.group(1) == null
        ? escape.group().translateEscapes()
        : Character.toString(Integer.parseInt(escape.group(1), 16));
  }

  /** Says whether each statement with a predicate of the security vocabulary has this object. */
  boolean agree(String name, String object) {
    return objects.getOrDefault(SECURITY + name, List.of()).stream().allMatch(object::equals);
  }

  /**
   * @throws InvalidProofException if there are two values of a term that allows one
   */
  ProofTerms terms() {
    return new ProofTerms(
        one(CREATED, "created.malformed"),
        List.of(),
        all("expiration"),
        one(SECURITY + "nonce", "proof.members"),
        one(SECURITY + "challenge", "proof.members"),
        all("domain"),
        false);
  }

  private List<String> all(String name) {
    return objects.getOrDefault(SECURITY + name, List.of());
  }

  private String one(String predicate, String refusal) {
    List<String> found = objects.getOrDefault(predicate, List.of());
    if (found.size() > 1) {
      throw new InvalidProofException(refusal);
    }
    return found.isEmpty() ? null : found.getFirst();
  }
}
