package org.attestry.credential.canonical;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.attestry.credential.canonical.RdfStatements.Statement;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.identifier.Sha256;

/**
 * Estimates the work of other canonicalizers for a graph. They allow as many runs of Hash N-Degree
 * Quads (RDF Dataset Canonicalization 4.8) as there are blank nodes with equal first hashes, and
 * then give up (rdf-canonize 5, {@code maxWorkFactor} 1). Which permutations they skip depends on
 * labels, so all are counted here.
 */
final class CanonicalWork {

  private static final String BLANK = "_:";
  private static final int MOST_PERMUTATIONS = 5_000;

  private final Budget budget;
  private final Map<String, List<Statement>> mentions = new HashMap<>();
  private final Map<String, String> firstDegree = new HashMap<>();
  private final Issuer canonical = new Issuer("c14n");
  private int left;
  private int permutations = MOST_PERMUTATIONS;

  private CanonicalWork(Budget budget) {
    this.budget = budget;
  }

  /** The graph takes more work than other canonicalizers do. */
  private static final class TooMuchException extends RuntimeException {

    private static final long serialVersionUID = 1L;
  }

  private record Hashed(String hash, Issuer issuer) {}

  /** Labels in the order of their issue. */
  private static final class Issuer {

    private final String prefix;
    private final Map<String, String> issued = new HashMap<>();

    Issuer(String prefix) {
      this.prefix = prefix;
    }

    Issuer copy() {
      Issuer copy = new Issuer(prefix);
      copy.issued.putAll(issued);
      return copy;
    }

    String of(String node) {
      return issued.computeIfAbsent(node, unseen -> BLANK + prefix + issued.size());
    }
  }

  /**
   * @param statements without duplicates
   */
  static boolean isLittle(Collection<Statement> statements, Budget budget) {
    try {
      new CanonicalWork(budget).run(statements);
      return true;
    } catch (TooMuchException e) {
      return false;
    }
  }

  private void run(Collection<Statement> statements) {
    for (Statement one : statements) {
      mention(one.subject(), one);
      if (one.datatype() == null && !one.object().equals(one.subject())) {
        mention(one.object(), one);
      }
    }
    TreeMap<String, List<String>> alike = new TreeMap<>();
    mentions
        .keySet()
        .forEach(node -> alike.computeIfAbsent(hash(node), h -> new ArrayList<>()).add(node));
    for (List<String> nodes : alike.values()) {
      if (nodes.size() == 1) {
        canonical.of(nodes.getFirst());
      } else {
        left += nodes.size();
      }
    }
    alike.values().stream().filter(nodes -> nodes.size() > 1).forEach(this::compare);
  }

  private void mention(String node, Statement by) {
    if (node.startsWith(BLANK)) {
      mentions.computeIfAbsent(node, unseen -> new ArrayList<>()).add(by);
    }
  }

  private String hash(String node) {
    return firstDegree.computeIfAbsent(
        node,
        unseen ->
            Sha256.hex(lines(mentions.get(node), other -> other.equals(node) ? "_:a" : "_:z")));
  }

  private String lines(List<Statement> all, UnaryOperator<String> labels) {
    List<String> lines = new ArrayList<>();
    for (Statement one : all) {
      budget.spend();
      String object =
          one.datatype() == null
              ? resource(one.object(), labels)
              : '"' + escaped(one.object()) + "\"^^" + one.datatype() + '@' + one.language();
      lines.add(resource(one.subject(), labels) + " <" + one.predicate() + "> " + object + " .\n");
    }
    Collections.sort(lines);
    return String.join("", lines);
  }

  private static String resource(String node, UnaryOperator<String> labels) {
    return node.startsWith(BLANK) ? labels.apply(node) : '<' + node + '>';
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /** Step 5 of 4.4.3, for nodes with equal first hashes. */
  private void compare(List<String> nodes) {
    TreeMap<String, Issuer> paths = new TreeMap<>();
    for (String node : nodes) {
      if (!canonical.issued.containsKey(node)) {
        Issuer issuer = new Issuer("b");
        issuer.of(node);
        Hashed hashed = nDegree(node, issuer);
        paths.put(hashed.hash() + node, hashed.issuer());
      }
    }
    for (Issuer issuer : paths.values()) {
      issuer.issued.entrySet().stream()
          .sorted(Map.Entry.comparingByValue(CanonicalWork::byNumber))
          .forEach(label -> canonical.of(label.getKey()));
    }
  }

  private static int byNumber(String one, String other) {
    return one.length() == other.length() ? one.compareTo(other) : one.length() - other.length();
  }

  private Hashed nDegree(String node, Issuer given) {
    if (left-- == 0) {
      throw new TooMuchException();
    }
    StringBuilder data = new StringBuilder();
    Issuer issuer = given;
    for (Map.Entry<String, List<String>> related : related(node, issuer).entrySet()) {
      data.append(related.getKey());
      Path chosen = null;
      for (List<String> order : permutations(related.getValue())) {
        Path path = path(order, issuer.copy());
        if (chosen == null || path.text().compareTo(chosen.text()) < 0) {
          chosen = path;
        }
      }
      data.append(chosen.text());
      issuer = chosen.issuer();
    }
    return new Hashed(Sha256.hex(data.toString()), issuer);
  }

  private record Path(String text, Issuer issuer) {}

  private Path path(List<String> order, Issuer copy) {
    if (permutations-- == 0) {
      throw new TooMuchException();
    }
    budget.spend(1 + copy.issued.size());
    StringBuilder path = new StringBuilder();
    List<String> unseen = new ArrayList<>();
    for (String node : order) {
      String label = canonical.issued.get(node);
      if (label == null && !copy.issued.containsKey(node)) {
        unseen.add(node);
      }
      path.append(label == null ? copy.of(node) : label);
    }
    Issuer issuer = copy;
    for (String node : unseen) {
      Hashed hashed = nDegree(node, issuer);
      path.append(issuer.of(node)).append('<').append(hashed.hash()).append('>');
      issuer = hashed.issuer();
    }
    return new Path(path.toString(), issuer);
  }

  private Map<String, List<String>> related(String node, Issuer issuer) {
    Map<String, List<String>> related = new TreeMap<>();
    for (Statement one : mentions.get(node)) {
      relate(node, one.subject(), "s", one, issuer, related);
      if (one.datatype() == null) {
        relate(node, one.object(), "o", one, issuer, related);
      }
    }
    return related;
  }

  private void relate(
      String node,
      String other,
      String position,
      Statement by,
      Issuer issuer,
      Map<String, List<String>> related) {
    if (other.startsWith(BLANK) && !other.equals(node)) {
      budget.spend();
      String label = canonical.issued.getOrDefault(other, issuer.issued.get(other));
      String id = label == null ? hash(other) : label;
      String hash = Sha256.hex(position + '<' + by.predicate() + '>' + id);
      related.computeIfAbsent(hash, unseen -> new ArrayList<>()).add(other);
    }
  }

  /** All orders of the nodes. */
  private List<List<String>> permutations(List<String> nodes) {
    List<List<String>> all = new ArrayList<>();
    permute(new ArrayList<>(nodes), 0, all);
    return all;
  }

  private void permute(List<String> nodes, int from, List<List<String>> all) {
    if (all.size() > permutations) {
      throw new TooMuchException();
    }
    if (from >= nodes.size() - 1) {
      all.add(List.copyOf(nodes));
      return;
    }
    for (int at = from; at < nodes.size(); at++) {
      Collections.swap(nodes, from, at);
      permute(nodes, from + 1, all);
      Collections.swap(nodes, from, at);
    }
  }
}
