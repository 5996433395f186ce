package org.attestry.credential.canonical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.attestry.credential.canonical.RdfStatements.Statement;
import org.attestry.runtime.identifier.Sha256;

/**
 * The canonical form of graphs whose blank nodes differ in their first-degree hashes (RDF Dataset
 * Canonicalization 4.4.3, steps 1 to 4, and 4.6). Nearly all credentials are such graphs. The
 * library handles all others ({@link CountedGraph}).
 */
final class FirstDegreeForm {

  private static final String BLANK = "_:";
  private static final String STRING = "http://www.w3.org/2001/XMLSchema#string";

  private static final int FIRST_PRINTED = ' ';
  private static final int DELETE = 0x7f;

  /** For each character, whether N-Quads write it in an IRI without escape. */
  private static final boolean[] IN_IRIS = inIris();

  private final Collection<Statement> statements;
  private final Map<String, List<Statement>> mentions = new LinkedHashMap<>();

  private FirstDegreeForm(Collection<Statement> statements) {
    this.statements = statements;
  }

  /**
   * @param statements without duplicates
   * @return empty if blank nodes have equal hashes or link to themselves, or if a text has
   *     characters that are escaped or that UTF-16 orders differently from Unicode
   */
  static Optional<CanonicalForm> of(Collection<Statement> statements) {
    return statements.stream().allMatch(FirstDegreeForm::isPlain)
        ? new FirstDegreeForm(statements).form()
        : Optional.empty();
  }

  private Optional<CanonicalForm> form() {
    for (Statement one : statements) {
      mention(one.subject(), one);
      if (one.datatype() == null) {
        mention(one.object(), one);
      }
    }
    TreeMap<String, String> byHash = new TreeMap<>();
    mentions.forEach((blank, all) -> byHash.put(hash(blank, all), blank));
    if (byHash.size() < mentions.size()) {
      return Optional.empty();
    }
    Map<String, String> labels = new LinkedHashMap<>();
    byHash.values().forEach(blank -> labels.put(blank, "_:c14n" + labels.size()));
    return Optional.of(new CanonicalForm(lines(statements, labels::get)));
  }

  private void mention(String resource, Statement by) {
    if (resource.startsWith(BLANK)) {
      mentions.computeIfAbsent(resource, unseen -> new ArrayList<>()).add(by);
    }
  }

  private static String hash(String blank, List<Statement> all) {
    return Sha256.hex(lines(all, other -> other.equals(blank) ? "_:a" : "_:z"));
  }

  private static String lines(Collection<Statement> statements, UnaryOperator<String> labels) {
    List<String> lines = new ArrayList<>(statements.size());
    statements.forEach(one -> lines.add(line(one, labels)));
    Collections.sort(lines);
    return String.join("", lines);
  }

  private static String line(Statement one, UnaryOperator<String> labels) {
    String object =
        one.datatype() == null ? resource(one.object(), labels) : '"' + one.object() + '"';
    String datatype =
        one.datatype() == null || one.datatype().equals(STRING) ? "" : "^^<" + one.datatype() + ">";
    return resource(one.subject(), labels)
        + " <"
        + one.predicate()
        + "> "
        + object
        + datatype
        + " .\n";
  }

  private static String resource(String resource, UnaryOperator<String> labels) {
    return resource.startsWith(BLANK) ? labels.apply(resource) : '<' + resource + '>';
  }

  private static boolean isPlain(Statement one) {
    boolean literal = one.datatype() != null;
    return one.language() == null
        && !one.subject().equals(one.object())
        && isPlainIri(one.subject())
        && isPlainIri(one.predicate())
        && (literal ? isPlainText(one.object()) : isPlainIri(one.object()))
        && (!literal || isPlainIri(one.datatype()));
  }

  private static boolean isPlainText(String text) {
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      boolean escaped = c < FIRST_PRINTED || c == DELETE || c == '"' || c == '\\';
      if (escaped || c >= Character.MIN_SURROGATE) {
        return false;
      }
    }
    return true;
  }

  private static boolean[] inIris() {
    boolean[] all = new boolean[DELETE];
    Arrays.fill(all, FIRST_PRINTED + 1, DELETE, true);
    "<>\"{}|^`\\".chars().forEach(c -> all[c] = false);
    return all;
  }

  private static boolean isPlainIri(String iri) {
    for (int at = 0; at < iri.length(); at++) {
      char c = iri.charAt(at);
      if (c >= DELETE || !IN_IRIS[c]) {
        return false;
      }
    }
    return true;
  }
}
