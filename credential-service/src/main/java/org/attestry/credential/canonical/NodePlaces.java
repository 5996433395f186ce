package org.attestry.credential.canonical;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.credential.jsonld.DocumentViolations;
import org.attestry.credential.jsonld.Rules;
import org.attestry.runtime.json.JsonLocation;

/**
 * The places at which a document names and describes each IRI. Statements about a node can be
 * written at each place that names it, and a proof over statements is valid for all of these
 * documents. So only one place may describe a node: the first of those that name it, in the order
 * root, subject, issuer or holder, other value of the root, any other place.
 */
final class NodePlaces {

  private static final String RULE = "data-model";
  private static final Pattern SUBJECT = Pattern.compile("/credentialSubject(/[0-9]+)?");
  private static final Pattern ISSUER = Pattern.compile("/(issuer|holder)(/[0-9]+)?");
  private static final Pattern MEMBER = Pattern.compile("/[^/]+(/[0-9]+)?");
  private static final List<Pattern> RANKS =
      List.of(Pattern.compile(""), SUBJECT, ISSUER, MEMBER, Pattern.compile("(?s).*"));

  private final Map<String, List<Named>> byIri = new HashMap<>();

  private record Named(JsonLocation place, boolean described) {

    int rank() {
      String pointer = place.pointer();
      int rank = 0;
      while (!RANKS.get(rank).matcher(pointer).matches()) {
        rank++;
      }
      return rank;
    }
  }

  /**
   * @param described whether the place describes the node
   */
  void add(String iri, JsonLocation place, boolean described) {
    byIri.computeIfAbsent(iri, first -> new ArrayList<>()).add(new Named(place, described));
  }

  /** Requires that each subject is described in credentialSubject only. */
  void checkSubjects(Set<String> subjects, DocumentViolations violations) {
    for (String subject : subjects) {
      for (Named one : described(byIri.getOrDefault(subject, List.of()))) {
        if (!SUBJECT.matcher(one.place().pointer()).matches()) {
          violations.add(
              one.place(),
              RULE,
              "What is said of a subject stands in the credentialSubject: move it.");
        }
      }
    }
  }

  /**
   * Requires that each node is described at one place. A new document must also leave no other
   * place of equal rank.
   */
  void check(Rules rules, DocumentViolations violations) {
    for (List<Named> places : byIri.values()) {
      List<Named> described = described(places);
      if (places.size() > 1 && !described.isEmpty()) {
        check(places, described, rules, violations);
      }
    }
  }

  private static void check(
      List<Named> places, List<Named> described, Rules rules, DocumentViolations violations) {
    int first = places.stream().mapToInt(Named::rank).min().orElseThrow();
    List<Named> firsts = places.stream().filter(one -> one.rank() == first).toList();
    for (Named one : described.subList(1, described.size())) {
      violations.add(
          one.place(), RULE, "What is said of an id stands at one place: write its id alone here.");
    }
    if (described.getFirst().rank() > first) {
      String place = firsts.getFirst().place().pointer();
      violations.add(
          described.getFirst().place(),
          RULE,
          "What is said of this id stands at %s: write its id alone here."
              .formatted(place.isEmpty() ? "the root" : place));
    } else if (rules == Rules.ISSUE && firsts.size() > 1) {
      violations.add(
          firsts.getLast().place(),
          RULE,
          "Another place names this id, so that what is said of it could stand at either: write"
              + " another id.");
    }
  }

  private static List<Named> described(List<Named> places) {
    return places.stream().filter(Named::described).toList();
  }
}
