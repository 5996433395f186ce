package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.credential.signing.Canonicalizer.ReadDocument;
import org.attestry.credential.signing.RdfStatements.Statement;

/**
 * The statements of documents of one shape, and which of their texts stand where in them. The
 * others are the same in all of these documents.
 *
 * <p>Which texts may differ is found out by trying: a document is read again with one text
 * exchanged for one that stands nowhere else. If its statements are the same ones but for this
 * text, as a literal or as the end of an IRI, then this is so for any other text.
 *
 * @param contexts those that the document was read with beside the bundled ones, by address
 * @param size of its contexts
 * @param fixed the texts, by their number, that may not differ
 */
record CompiledDocument(
    Map<String, JsonNode> contexts,
    ContextRules.Size size,
    Root root,
    List<Place> places,
    Map<Integer, String> fixed,
    Map<Integer, String> stems) {

  private static final int NONE = -1;
  private static final String LITERAL = "text of a signer ";

  private static final int MOST_STATEMENTS = 250;
  private static final int LONGEST_END = 64;

  /** An IRI of which the end may differ: nothing that a context could give another meaning. */
  private static final Pattern IRI =
      Pattern.compile(
          "((?:urn:uuid:)|https?://[A-Za-z0-9._~:/%%-]+[/#])([A-Za-z0-9-]{1,%d})"
              .formatted(LONGEST_END));

  private static final String TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

  /**
   * The node that is the credential.
   *
   * @param text the number of the text that is its IRI; -1 for none
   */
  record Root(String node, int text) {}

  /** A statement, and the numbers of the texts that are its subject and object; -1 for none. */
  record Place(Statement statement, int subject, int object) {}

  /**
   * @param read reads a document by the full path; throws a FailureException if it cannot be signed
   * @return empty for a document that cannot be compiled
   */
  static Optional<CompiledDocument> of(
      ObjectNode document,
      DocumentShape shape,
      Map<String, JsonNode> contexts,
      ContextRules.Size size,
      Function<ObjectNode, ReadDocument> read) {
    ReadDocument original = read.apply(document);
    if (original.statements().size() > MOST_STATEMENTS) {
      return Optional.empty();
    }
    Draft draft = new Draft(original.statements(), irisCanBeTerms(document, contexts));
    for (int number = 0; number < shape.texts().size(); number++) {
      draft.tryText(number, shape.texts().get(number), document, read);
    }
    List<Place> places = draft.places();
    return root(original.root(), places)
        .map(root -> new CompiledDocument(contexts, size, root, places, draft.fixed, draft.stems));
  }

  /** Whether a context that is not bundled has a term that could be equal to an IRI. */
  private static boolean irisCanBeTerms(ObjectNode document, Map<String, JsonNode> contexts) {
    return hasNameWithColon(document.path("@context"))
        || contexts.values().stream().anyMatch(CompiledDocument::hasNameWithColon);
  }

  static boolean hasNameWithColon(JsonNode context) {
    for (JsonNode inner : context) {
      if (hasNameWithColon(inner)) {
        return true;
      }
    }
    return context.properties().stream().anyMatch(member -> member.getKey().contains(":"));
  }

  /** Whether the statements of a document of the same shape follow from these. */
  boolean fits(DocumentShape shape, Map<String, JsonNode> others) {
    for (Map.Entry<Integer, String> one : fixed.entrySet()) {
      if (!shape.texts().get(one.getKey()).equals(one.getValue())) {
        return false;
      }
    }
    for (Map.Entry<Integer, String> one : stems.entrySet()) {
      if (!isEndOf(one.getValue(), shape.texts().get(one.getKey()))) {
        return false;
      }
    }
    return contexts.equals(others);
  }

  /** Whether a text is {@link #IRI} with this stem: an end has no character that stems end with. */
  private static boolean isEndOf(String stem, String text) {
    int length = text.length() - stem.length();
    return length > 0
        && length <= LONGEST_END
        && text.startsWith(stem)
        && isEnd(text, stem.length());
  }

  private static boolean isEnd(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      if (!isOfEnd(text.charAt(at))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOfEnd(char c) {
    return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-';
  }

  /** The statements with the document's texts. */
  List<Statement> statements(List<String> texts) {
    List<Statement> filled = new ArrayList<>(places.size());
    for (Place place : places) {
      Statement one = place.statement();
      filled.add(
          place.subject() == NONE && place.object() == NONE
              ? one
              : one.with(
                  place.subject() == NONE ? one.subject() : texts.get(place.subject()),
                  place.object() == NONE ? one.object() : texts.get(place.object())));
    }
    return filled;
  }

  /** The node that is the credential. */
  String root(List<String> texts) {
    return root.text() == NONE ? root.node() : texts.get(root.text());
  }

  /** Empty where other nodes have its IRI, too, so that it is not sure which text says it. */
  private static Optional<Root> root(String node, List<Place> places) {
    Set<Integer> texts = new HashSet<>();
    places.stream()
        .filter(place -> place.statement().subject().equals(node))
        .forEach(place -> texts.add(place.subject()));
    return texts.size() == 1
        ? Optional.of(new Root(node, texts.iterator().next()))
        : Optional.empty();
  }

  /** What is found out about each text. */
  private static final class Draft {

    private final List<Statement> statements;
    private final boolean irisCanBeTerms;
    private final int[] subjects;
    private final int[] objects;
    private final Map<Integer, String> fixed = new HashMap<>();
    private final Map<Integer, String> stems = new HashMap<>();

    Draft(List<Statement> statements, boolean irisCanBeTerms) {
      this.statements = statements;
      this.irisCanBeTerms = irisCanBeTerms;
      this.subjects = new int[statements.size()];
      this.objects = new int[statements.size()];
      Arrays.fill(subjects, NONE);
      Arrays.fill(objects, NONE);
    }

    void tryText(
        int number, String text, ObjectNode document, Function<ObjectNode, ReadDocument> read) {
      Matcher iri = IRI.matcher(text);
      if (iri.matches() && irisCanBeTerms) {
        fixed.put(number, text);
        return;
      }
      String other = (iri.matches() ? iri.group(1) : LITERAL) + UUID.randomUUID();
      List<Statement> changed = statementsWith(DocumentShape.with(document, number, other), read);
      if (!place(number, text, other, changed)) {
        fixed.put(number, text);
      } else if (iri.matches()) {
        stems.put(number, iri.group(1));
      }
    }

    private static List<Statement> statementsWith(
        ObjectNode document, Function<ObjectNode, ReadDocument> read) {
      try {
        return read.apply(document).statements();
      } catch (FailureException e) {
        return List.of();
      }
    }

    /** Notes where the text stands; false if it does anything else to the statements. */
    private boolean place(int number, String text, String other, List<Statement> changed) {
      if (changed.size() != statements.size()) {
        return false;
      }
      List<Integer> asSubject = new ArrayList<>();
      List<Integer> asObject = new ArrayList<>();
      for (int at = 0; at < changed.size(); at++) {
        Statement before = statements.get(at);
        Statement after = changed.get(at);
        if (!before.equals(after) && !isReplaced(before, after, text, other)) {
          return false;
        }
        if (!before.subject().equals(after.subject())) {
          asSubject.add(at);
        }
        if (!before.object().equals(after.object())) {
          asObject.add(at);
        }
      }
      asSubject.forEach(at -> subjects[at] = number);
      asObject.forEach(at -> objects[at] = number);
      return !asSubject.isEmpty() || !asObject.isEmpty();
    }

    /** Whether the other text in place of this one is all that the statements differ by. */
    private static boolean isReplaced(
        Statement before, Statement after, String text, String other) {
      boolean subject = !before.subject().equals(after.subject());
      boolean object = !before.object().equals(after.object());
      Statement expected =
          before.with(subject ? other : before.subject(), object ? other : before.object());
      return after.equals(expected)
          && (!subject || before.subject().equals(text))
          && (!object || before.object().equals(text))
          && !(object && before.predicate().equals(TYPE));
    }

    List<Place> places() {
      List<Place> all = new ArrayList<>();
      for (int at = 0; at < statements.size(); at++) {
        all.add(new Place(statements.get(at), subjects[at], objects[at]));
      }
      return List.copyOf(all);
    }
  }
}
