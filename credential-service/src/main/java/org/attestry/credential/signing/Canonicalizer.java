package org.attestry.credential.signing;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdErrorCode;
import com.apicatalog.jsonld.JsonLdOptions;
import com.apicatalog.jsonld.JsonLdOptions.ProcessingPolicy;
import com.apicatalog.jsonld.document.JsonDocument;
import com.apicatalog.jsonld.processor.ExpansionProcessor;
import com.apicatalog.jsonld.processor.ToRdfProcessor;
import com.apicatalog.jsonld.uri.UriValidationPolicy;
import com.apicatalog.rdf.api.RdfConsumerException;
import com.apicatalog.rdf.nquads.NQuadsWriter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.attestry.contracts.FailureException;

/**
 * Turns a JSON-LD document into the text that is signed, in safe mode: a document of which anything
 * would be left unsigned is refused, with pointers.
 */
public final class Canonicalizer {

  private static final String UNDEFINED = "urn:x-undefined:";
  private static final JsonObject CATCH_ALL =
      JakartaJson.structure(JsonNodeFactory.instance.objectNode().put("@vocab", UNDEFINED))
          .asJsonObject();

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
   * @throws FailureException of kind INVALID with what would be left unsigned
   */
  public CanonicalForm canonicalize(
      ObjectNode document, Map<String, JsonNode> contexts, Rules rules) {
    Violations violations = new Violations();
    ContextLoader loader = new ContextLoader(bundled, contexts);
    JsonArray expanded = expand(document, loader, rules, violations);
    violations.refuse();
    return canonical(expanded, violations);
  }

  /**
   * The names of members and types that the document's contexts leave undefined, in order; none if
   * its only faults are of other kinds.
   */
  public Set<String> undefinedTerms(ObjectNode document, Map<String, JsonNode> contexts) {
    Set<String> terms = new TreeSet<>();
    JsonLdOptions options = options(new ContextLoader(bundled, contexts), ProcessingPolicy.Ignore);
    options.setExpandContext(CATCH_ALL);
    try {
      ExpansionProcessor.expand(JsonDocument.of(JakartaJson.structure(document)), options, false)
          .forEach(node -> collectUndefined(node, terms));
    } catch (JsonLdError | RuntimeException e) {
      return Set.of();
    }
    return terms;
  }

  private JsonArray expand(
      ObjectNode document, ContextLoader loader, Rules rules, Violations violations) {
    JsonRules.check(document, rules, violations);
    checkAddresses(document.path("@context"), loader, violations);
    violations.refuse();
    JsonLdOptions options = options(loader, ProcessingPolicy.Fail);
    try {
      JsonDocument source = JsonDocument.of(JakartaJson.structure(document));
      JsonArray expanded = ExpansionProcessor.expand(source, options, false);
      ExpandedRules.check(expanded, document, rules, violations);
      return expanded;
    } catch (JsonLdError e) {
      explain(e, document, loader, violations);
    } catch (RuntimeException e) {
      violations.add("", "json-ld", "The document is not well-formed JSON-LD.");
    }
    return JsonArray.EMPTY_JSON_ARRAY;
  }

  private static void checkAddresses(
      JsonNode contexts, ContextLoader loader, Violations violations) {
    for (int i = 0; contexts.isArray() && i < contexts.size(); i++) {
      checkAddress(contexts.get(i), "/@context/" + i, loader, violations);
    }
    checkAddress(contexts, "/@context", loader, violations);
  }

  private static void checkAddress(
      JsonNode context, String pointer, ContextLoader loader, Violations violations) {
    if (context.isTextual() && !loader.knows(context.textValue())) {
      violations.add(
          pointer,
          "context.unknown",
          "This context is not known here, and contexts are never fetched: use a bundled one or"
              + " write its terms inline.");
    }
  }

  private void explain(
      JsonLdError error, ObjectNode document, ContextLoader loader, Violations violations) {
    if (error.getCode() != JsonLdErrorCode.UNDEFINED_TERM) {
      String code = error.getCode().name().toLowerCase(Locale.ROOT).replace('_', '-');
      violations.add("", "json-ld." + code, "The document is not valid JSON-LD: " + code + ".");
      return;
    }
    Set<String> undefined = undefinedTerms(document, loader.others());
    for (String term : undefined) {
      List<String> pointers = SourcePointers.ofMember(document, term);
      violations.addAll(
          pointers.isEmpty() ? SourcePointers.ofText(document, term) : pointers,
          "term.undefined",
          "The contexts do not define this name, so it would be left unsigned.");
    }
    if (undefined.isEmpty()) {
      violations.add("", "term.undefined", "A name is not defined by the contexts.");
    }
  }

  private static CanonicalForm canonical(JsonArray expanded, Violations violations) {
    QuadLimit limit = new QuadLimit();
    StringWriter nQuads = new StringWriter();
    try {
      ToRdfProcessor.toRdf(limit, expanded, options(null, ProcessingPolicy.Fail));
      limit.canon().provide(new NQuadsWriter(nQuads));
    } catch (QuadLimit.TooComplexException e) {
      violations.add("", "limit", "The document is too complex to be canonicalized.");
    } catch (JsonLdError | RdfConsumerException e) {
      violations.add("", "json-ld", "The document cannot be written as RDF.");
    }
    violations.refuse();
    return new CanonicalForm(nQuads.toString());
  }

  private static JsonLdOptions options(ContextLoader loader, ProcessingPolicy undefinedTerms) {
    JsonLdOptions options = new JsonLdOptions(loader);
    options.setUndefinedTermsPolicy(undefinedTerms);
    options.setUriValidation(UriValidationPolicy.None);
    return options;
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
