package org.attestry.credential.signing;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdOptions;
import com.apicatalog.jsonld.JsonLdOptions.ProcessingPolicy;
import com.apicatalog.jsonld.context.ActiveContext;
import com.apicatalog.jsonld.context.cache.Cache;
import com.apicatalog.jsonld.expansion.Expansion;
import com.apicatalog.jsonld.processor.ProcessingRuntime;
import com.apicatalog.jsonld.uri.UriValidationPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import jakarta.json.JsonArray;
import jakarta.json.JsonValue;
import org.attestry.runtime.work.Budget;

/**
 * The expansion of a document (JSON-LD 1.1 API, 5.1) that counts its work. The processor cannot be
 * interrupted, but it calls its runtime whenever it defines a term, reads a name as an IRI or meets
 * a context: each call is a step, and a spent budget ends the expansion from within.
 */
final class CountedExpansion extends ProcessingRuntime {

  /** The processor copies the terms that it knows for every scoped context. */
  private static final int CONTEXT_VALUES_A_STEP = 200;

  /** Every name that is read becomes an IRI of about the length that a context gives it. */
  private static final int ORDINARY_TEXT = 100;

  private static final int CHARACTERS_A_STEP = 10;

  private final Budget budget;
  private final long steps;

  private CountedExpansion(JsonLdOptions options, ContextRules.Size contexts, Budget budget) {
    super(options);
    this.budget = budget;
    this.steps =
        1
            + contexts.values() / CONTEXT_VALUES_A_STEP
            + Math.max(0, contexts.longestText() - ORDINARY_TEXT) / CHARACTERS_A_STEP;
  }

  /**
   * @param before a context that comes before the document's own, or null
   * @param contexts what the document's own contexts are like
   */
  static JsonArray expand(
      JsonNode document,
      JsonValue before,
      ContextRules.Size contexts,
      ContextLoader loader,
      Budget budget)
      throws JsonLdError {
    JsonLdOptions options = new JsonLdOptions(loader);
    options.setUndefinedTermsPolicy(
        before == null ? ProcessingPolicy.Fail : ProcessingPolicy.Ignore);
    options.setUriValidation(UriValidationPolicy.None);
    ActiveContext context = new ActiveContext(new CountedExpansion(options, contexts, budget));
    if (before != null) {
      context = context.newContext().create(before, null);
    }
    JsonValue expanded =
        Expansion.with(context, JakartaJson.structure(document), null, null).compute();
    return switch (expanded.getValueType()) {
      case ARRAY -> expanded.asJsonArray();
      case NULL -> JsonValue.EMPTY_JSON_ARRAY;
      default -> JakartaJson.array(expanded);
    };
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
