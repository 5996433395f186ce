package org.attestry.credential.canonical;

import com.apicatalog.rdf.api.RdfConsumerException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.attestry.contracts.FailureException;
import org.attestry.credential.canonical.RdfStatements.Statement;
import org.attestry.credential.canonical.RdfStatements.Written;
import org.attestry.credential.context.ContextAddresses;
import org.attestry.credential.jsonld.ActiveContexts;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.ContextLoader;
import org.attestry.credential.jsonld.ContextRules;
import org.attestry.credential.jsonld.DocumentViolations;
import org.attestry.credential.jsonld.JsonRules;
import org.attestry.credential.jsonld.NestedContexts;
import org.attestry.credential.jsonld.ReadContexts;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.JsonLocation;

/**
 * Turns a JSON-LD document into the text that is signed, in safe mode: if any part would stay
 * unsigned, the document is refused with pointers.
 */
public final class Canonicalizer {

  public static final String UNKNOWN_CONTEXT = "context.unknown";

  private static final String ALIKE =
      "Too many nodes without id look alike, such as equal items of a list, so that verifiers give"
          + " up: give them an id, or define the list's term as @json.";

  private static final int MOST_SHOWN = 200;

  /**
   * Switched off, because the processor logs values of documents. The reference keeps the level:
   * loggers are weakly referenced.
   */
  private static final Logger PROCESSOR_LOG = Logger.getLogger("com.apicatalog");

  private final BundledContexts bundled;
  private final ReadContexts before = new ReadContexts();

  public Canonicalizer(BundledContexts bundled) {
    this.bundled = bundled;
    PROCESSOR_LOG.setLevel(Level.OFF);
  }

  /**
   * @param document a JSON-LD document without proof
   * @param contexts further contexts that it may name, by address
   * @param budget limits the work
   * @throws FailureException of kind INVALID with pointers to unsigned parts, or the failure of a
   *     spent budget
   */
  public ReadDocument read(
      ObjectNode document, Map<String, JsonNode> contexts, Rules rules, Budget budget) {
    return attempt(document, contexts, rules, budget).orRefuse();
  }

  /**
   * Does the same for a document whose contexts may leave names undefined.
   *
   * @throws FailureException of kind INVALID if its contexts are not allowed, or its JSON cannot be
   *     signed
   */
  public Attempt attempt(
      ObjectNode document, Map<String, JsonNode> contexts, Rules rules, Budget budget) {
    ContextLoader loader = new ContextLoader(bundled, contexts, before);
    return new Run(loader, rules, budget).of(NestedContexts.unwrapped(document));
  }

  /**
   * A document of which every part was read.
   *
   * @param root the node of the document itself
   * @param capitals whether {@link Rules#VERIFY_FORMER} gives it another form
   * @param ambiguities places at which the same statements can be written as a JSON document with
   *     another meaning for its readers; only a proof that covers the JSON may allow them
   */
  public record ReadDocument(
      CanonicalForm form,
      SignedTerms terms,
      List<Statement> statements,
      String root,
      boolean capitals,
      DocumentViolations ambiguities) {}

  /**
   * @param read null if there are violations
   * @param undefined the names of members and types that the contexts leave undefined, in order
   */
  public record Attempt(ReadDocument read, Set<String> undefined, DocumentViolations violations) {

    ReadDocument orRefuse() {
      violations.refuse();
      return read;
    }
  }

  /** The reading of one document. */
  private record Run(
      ContextLoader loader, Rules rules, Budget budget, DocumentViolations violations) {

    Run(ContextLoader loader, Rules rules, Budget budget) {
      this(loader, rules, budget, new DocumentViolations());
    }

    Attempt of(ObjectNode document) {
      ContextRules.Size size = ContextRules.check(document.path("@context"), violations);
      JsonRules.check(document, rules, size, violations, budget);
      ContextAddresses.visit(document.path("@context"), this::address);
      violations.refuse();
      ActiveContexts contexts = new ActiveContexts(size, loader, budget);
      DocumentReader reader = new DocumentReader(contexts, rules, violations, budget);
      Written written = read(reader, document);
      ReadDocument read =
          violations.isEmpty()
              ? CountedGraph.orRefuse("document", () -> canonical(written, reader))
              : null;
      return new Attempt(read, reader.undefined(), violations);
    }

    private Written read(DocumentReader reader, ObjectNode document) {
      try {
        return reader.read(document);
      } catch (FailureException e) {
        throw e;
      } catch (RuntimeException e) {
        violations.add("json-ld", "The document is not well-formed JSON-LD.");
      } catch (StackOverflowError e) {
        violations.add("limit", "The document or its contexts are nested too deep.");
      }
      return null;
    }

    private void address(JsonLocation place, String address) {
      if (!loader.knows(address)) {
        violations.add(
            place,
            UNKNOWN_CONTEXT,
            "The context %s is not known here, and contexts are never fetched: have an admin add"
                    .formatted(shown(address))
                + " it (POST /api/v1/contexts), use a bundled one or write its terms inline.");
      } else {
        loader
            .violation(address)
            .ifPresent(
                found ->
                    violations.add(
                        place,
                        found.rule(),
                        "The context %s cannot be used (at %s): %s"
                            .formatted(shown(address), found.pointer(), found.message())));
      }
    }

    private ReadDocument canonical(Written written, DocumentReader reader)
        throws RdfConsumerException {
      Optional<CanonicalForm> plain = FirstDegreeForm.of(written.statements());
      if (plain.isPresent()) {
        return read(written, plain.get(), reader);
      }
      if (rules == Rules.ISSUE && !CanonicalWork.isLittle(written.statements(), budget)) {
        violations.add(reader.listOfNodes(), "alike", ALIKE);
        violations.refuse();
      }
      CountedGraph graph = new CountedGraph(budget);
      for (Statement one : written.statements()) {
        graph.add(one, null);
      }
      return read(written, graph.canonicalForm(), reader);
    }

    private static ReadDocument read(Written written, CanonicalForm form, DocumentReader reader) {
      return new ReadDocument(
          form,
          written.terms(),
          written.statements(),
          written.root(),
          reader.capitals(),
          reader.ambiguities());
    }
  }

  private static String shown(String address) {
    return address.length() <= MOST_SHOWN ? address : address.substring(0, MOST_SHOWN) + "…";
  }
}
