package org.attestry.credential.signing;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdOptions;
import com.apicatalog.jsonld.context.ActiveContext;
import com.apicatalog.jsonld.context.TermDefinition;
import com.apicatalog.jsonld.context.cache.Cache;
import com.apicatalog.jsonld.processor.ProcessingRuntime;
import com.apicatalog.jsonld.uri.UriValidationPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import jakarta.json.JsonValue;
import java.util.HashMap;
import java.util.Map;
import org.attestry.runtime.work.Budget;

/**
 * The contexts of one document, as the JSON-LD processor reads them (JSON-LD 1.1 API, 4.1 and 4.2),
 * with its work counted. The processor cannot be interrupted, but it calls its runtime whenever it
 * defines a term, reads a name as an IRI or meets a context: each call is a step, and a spent
 * budget ends the processing from within. There is no base that a relative IRI could be resolved
 * against.
 */
final class ActiveContexts {

  /** The processor copies the terms that it knows for every scoped context. */
  private static final int CONTEXT_VALUES_A_STEP = 200;

  /** Every name that is read becomes an IRI of about the length that a context gives it. */
  private static final int ORDINARY_TEXT = 100;

  private static final int CHARACTERS_A_STEP = 10;

  private final ActiveContext none;
  private final Map<Scope, ActiveContext> scoped = new HashMap<>();

  /**
   * @param contexts what the document's own contexts are like
   */
  ActiveContexts(ContextRules.Size contexts, ContextLoader loader, Budget budget) {
    this.none = new ActiveContext(new CountedRuntime(loader, contexts, budget));
  }

  /** The definition of a term in a context; both by identity. */
  private record Scope(ActiveContext in, TermDefinition term, boolean ofType) {

    @Override
    public boolean equals(Object other) {
      return other instanceof Scope scope
          && in == scope.in
          && term == scope.term
          && ofType == scope.ofType;
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(in) + System.identityHashCode(term);
    }
  }

  /** The context of a document by the value of its {@code @context}. */
  ActiveContext of(JsonNode contexts) throws JsonLdError {
    return none.newContext().create(JakartaJson.value(contexts), null);
  }

  /** The context in the values of a property whose term has a context of its own. */
  ActiveContext ofProperty(ActiveContext in, TermDefinition term) throws JsonLdError {
    return scoped(in, term, false);
  }

  /** The context in a node of a type whose term has a context of its own. */
  ActiveContext ofType(ActiveContext in, TermDefinition term) throws JsonLdError {
    return scoped(in, term, true);
  }

  private ActiveContext scoped(ActiveContext in, TermDefinition term, boolean ofType)
      throws JsonLdError {
    Scope scope = new Scope(in, term, ofType);
    ActiveContext known = scoped.get(scope);
    if (known == null) {
      JsonValue local = term.getLocalContext();
      known =
          ofType
              ? in.newContext().propagate(false).create(local, term.getBaseUrl())
              : in.newContext().overrideProtected(true).create(local, term.getBaseUrl());
      scoped.put(scope, known);
    }
    return known;
  }

  private static final class CountedRuntime extends ProcessingRuntime {

    private final Budget budget;
    private final long steps;

    CountedRuntime(ContextLoader loader, ContextRules.Size contexts, Budget budget) {
      super(options(loader));
      this.budget = budget;
      this.steps =
          1
              + contexts.values() / CONTEXT_VALUES_A_STEP
              + Math.max(0, contexts.longestText() - ORDINARY_TEXT) / CHARACTERS_A_STEP;
    }

    private static JsonLdOptions options(ContextLoader loader) {
      JsonLdOptions options = new JsonLdOptions(loader);
      options.setUriValidation(UriValidationPolicy.None);
      return options;
    }

    @Override
    public void tick() {
      budget.spend();
    }

    @Override
    public UriValidationPolicy getUriValidation() {
      budget.spend(steps);
      return super.getUriValidation();
    }

    @Override
    public Cache<String, JsonValue> getContextCache() {
      budget.spend(steps);
      return super.getContextCache();
    }

    @Override
    public boolean isV10() {
      budget.spend();
      return super.isV10();
    }
  }
}
