package org.attestry.credential.signing;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdErrorCode;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.attestry.contracts.FailureException;
import org.attestry.credential.domain.ContextAddresses;
import org.attestry.credential.domain.SignedTerms;
import org.attestry.credential.signing.RdfStatements.Statement;
import org.attestry.credential.signing.RdfStatements.Written;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonLocation;
import org.attestry.runtime.work.Budget;

/**
 * Turns a JSON-LD document into the text that is signed, in safe mode: a document of which anything
 * would be left unsigned is refused, with pointers.
 */
public final class Canonicalizer {

  static final String UNDEFINED_TERM = "term.undefined";
  static final String UNKNOWN_CONTEXT = "context.unknown";

  private static final int MOST_SHOWN = 200;
  private static final String UNSIGNED =
      "The contexts do not define this name, so it would be left unsigned.";
  private static final String UNDEFINED = "urn:x-undefined:";
  private static final JsonObject CATCH_ALL =
      JakartaJson.structure(Json.object().put("@vocab", UNDEFINED)).asJsonObject();

  /**
   * The processor logs values of the documents that it reads; kept here, because loggers are weak.
   */
  private static final Logger PROCESSOR_LOG = Logger.getLogger("com.apicatalog");

  private final BundledContexts bundled;

  public Canonicalizer(BundledContexts bundled) {
    this.bundled = bundled;
    PROCESSOR_LOG.setLevel(Level.OFF);
  }

  /**
   * @param document a JSON-LD document without proof
   * @param contexts further contexts that it may name, by address
   * @param budget what reading it may spend
   * @throws FailureException of kind INVALID with what would be left unsigned, or what the budget
   *     says when it is spent
   */
  public CanonicalForm canonicalize(
      ObjectNode document, Map<String, JsonNode> contexts, Rules rules, Budget budget) {
    return read(document, contexts, rules, budget).form();
  }

  /** The same, with the statements about the document as a credential. */
  ReadDocument read(
      ObjectNode document, Map<String, JsonNode> contexts, Rules rules, Budget budget) {
    ObjectNode unwrapped = NestedContexts.unwrapped(document);
    return new Run(new ContextLoader(bundled, contexts, budget), rules, budget).of(unwrapped);
  }

  /**
   * A document that was read whole.
   *
   * @param root the node that is the document
   */
  record ReadDocument(
      CanonicalForm form, SignedTerms terms, List<Statement> statements, String root) {}

  /**
   * @throws FailureException of kind INVALID if the statements cannot be canonicalized
   */
  private static ReadDocument canonical(Supplier<Written> statements, Budget budget) {
    return CountedGraph.orRefuse(
        "document",
        () -> {
          Written written = statements.get();
          Optional<CanonicalForm> form = FirstDegreeForm.of(written.statements());
          if (form.isPresent()) {
            return read(written, form.get());
          }
          CountedGraph graph = new CountedGraph(budget);
          for (Statement one : written.statements()) {
            graph.add(one, null);
          }
          return read(written, graph.canonicalForm());
        });
  }

  private static ReadDocument read(Written written, CanonicalForm form) {
    return new ReadDocument(form, written.terms(), written.statements(), written.root());
  }

  /**
   * The names of members and types that the document's contexts leave undefined, in order; none if
   * its only faults are of other kinds.
   */
  public Set<String> undefinedTerms(
      ObjectNode signed, Map<String, JsonNode> contexts, Budget budget) {
    ObjectNode document = NestedContexts.unwrapped(signed);
    Run run = new Run(new ContextLoader(bundled, contexts, budget), Rules.VERIFY, budget);
    ContextRules.Size size =
        ContextRules.check(document.path("@context"), new DocumentViolations());
    return run.undefinedTerms(document, size);
  }

  /** The reading of one document. */
  private record Run(
      ContextLoader loader, Rules rules, Budget budget, DocumentViolations violations) {

    Run(ContextLoader loader, Rules rules, Budget budget) {
      this(loader, rules, budget, new DocumentViolations());
    }

    ReadDocument of(ObjectNode document) {
      ContextRules.Size contexts = ContextRules.check(document.path("@context"), violations);
      JsonRules.check(document, rules, contexts, violations, budget);
      ContextAddresses.visit(document.path("@context"), this::address);
      violations.refuse();
      JsonArray expanded = expand(document, contexts.plus(loader.othersSize()));
      violations.refuse();
      JsonObject node = expanded.getFirst().asJsonObject();
      return canonical(() -> RdfStatements.of(node, budget), budget);
    }

    private void address(JsonLocation place, String address) {
      if (!loader.knows(address)) {
        violations.add(
            place,
            UNKNOWN_CONTEXT,
            "The context %s is not known here, and contexts are never fetched: have an admin add"
                    .formatted(shown(address))
                + " it (POST /api/v1/contexts), use a bundled one or write its terms inline.");
      }
    }

    private JsonArray expand(ObjectNode document, ContextRules.Size contexts) {
      try {
        JsonArray expanded = CountedExpansion.expand(document, null, contexts, loader, budget);
        ExpandedRules.check(expanded, document, rules, violations, budget);
        return expanded;
      } catch (JsonLdError e) {
        explain(e, document, contexts);
      } catch (FailureException e) {
        throw e;
      } catch (RuntimeException e) {
        violations.add("json-ld", "The document is not well-formed JSON-LD.");
      } catch (StackOverflowError e) {
        violations.add("limit", "The document or its contexts are nested too deep.");
      }
      return JsonArray.EMPTY_JSON_ARRAY;
    }

    private void explain(JsonLdError error, ObjectNode document, ContextRules.Size contexts) {
      if (error.getCode() != JsonLdErrorCode.UNDEFINED_TERM) {
        String code = error.getCode().name().toLowerCase(Locale.ROOT).replace('_', '-');
        violations.add("json-ld." + code, "The document is not valid JSON-LD: " + code + ".");
        return;
      }
      Set<String> undefined = undefinedTerms(document, contexts);
      locate(undefined, document);
      if (violations.isEmpty()) {
        DroppedValues.check(new DroppedValues.Count(), document, violations, budget);
      }
      if (violations.isEmpty()) {
        violations.add(UNDEFINED_TERM, "A name is not defined by the contexts.");
      }
    }

    /** A term is looked for as a member first, then as a type. */
    private void locate(Set<String> undefined, ObjectNode document) {
      Set<String> unseen = new TreeSet<>(undefined);
      SourceLocations.visit(
          document,
          budget,
          (member, value, place) -> {
            if (undefined.contains(member)) {
              unseen.remove(member);
              violations.add(place, UNDEFINED_TERM, UNSIGNED);
            }
          });
      SourceLocations.visit(
          document,
          budget,
          (member, value, place) -> {
            if (value.isTextual() && unseen.contains(value.textValue())) {
              violations.add(place, UNDEFINED_TERM, UNSIGNED);
            }
          });
    }

    Set<String> undefinedTerms(ObjectNode document, ContextRules.Size contexts) {
      Set<String> terms = new TreeSet<>();
      try {
        CountedExpansion.expand(document, CATCH_ALL, contexts, loader, budget)
            .forEach(node -> collectUndefined(node, terms));
      } catch (FailureException e) {
        throw e;
      } catch (JsonLdError | RuntimeException | StackOverflowError e) {
        return Set.of();
      }
      return terms;
    }
  }

  private static String shown(String address) {
    return address.length() <= MOST_SHOWN ? address : address.substring(0, MOST_SHOWN) + "…";
  }

  private static void collectUndefined(JsonValue value, Set<String> terms) {
    switch (value) {
      case JsonObject object ->
          object.forEach(
              (name, member) -> {
                collectUndefined(name, terms);
                if (name.equals("@type") && !object.containsKey("@value")) {
                  member.asJsonArray().forEach(type -> collectUndefined(text(type), terms));
                } else {
                  collectUndefined(member, terms);
                }
              });
      case JsonArray array -> array.forEach(item -> collectUndefined(item, terms));
      default -> {}
    }
  }

  private static String text(JsonValue value) {
    return value instanceof JsonString string ? string.getString() : "";
  }

  private static void collectUndefined(String iri, Set<String> terms) {
    if (iri.startsWith(UNDEFINED)) {
      terms.add(iri.substring(UNDEFINED.length()));
    }
  }
}
