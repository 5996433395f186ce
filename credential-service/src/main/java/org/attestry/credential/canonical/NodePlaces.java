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
 * Where a document names each IRI as a node, and where it says something of it. Statements about a
 * node can be written at each place that names it, and a proof over statements holds for all of
 * these documents. So one place describes a node, and it is the one that comes first among those
 * that name it: the root, a subject, the issuer or holder, another value of the root, any other
 * place.
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
   * @param described whether the place says something of the node
   */
  void add(String iri, JsonLocation place, boolean described) {
    byIri.computeIfAbsent(iri, first -> new ArrayList<>()).add(new Named(place, described));
  }

  /** What is said of a subject stands in the credentialSubject, and nowhere else. */
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

  /** What is said of a node stands at one place; of a new document it can stand at no other. */
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
