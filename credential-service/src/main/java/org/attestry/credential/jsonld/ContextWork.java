package org.attestry.credential.jsonld;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdOptions;
import com.apicatalog.jsonld.context.ActiveContext;
import com.apicatalog.jsonld.context.cache.Cache;
import com.apicatalog.jsonld.context.cache.LruCache;
import com.apicatalog.jsonld.document.Document;
import com.apicatalog.jsonld.processor.ProcessingRuntime;
import com.apicatalog.jsonld.uri.UriValidationPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import jakarta.json.JsonValue;
import java.util.List;
import org.attestry.credential.jsonld.ReadContexts.TermScope;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * Counts the work of the JSON-LD processor for the contexts of one document (JSON-LD 1.1 API, 4.1
 * and 4.2). The processor cannot be interrupted, but it calls its runtime whenever it defines a
 * term, reads a name as an IRI or meets a context. Each call is a step, and a spent budget throws
 * from within. There is no base, so no relative IRI is resolved.
 *
 * <p>Contexts keep the runtime that they were read with. So there is one runtime for all, which
 * finds the current work through the thread.
 */
public final class ContextWork {

  /** The processor copies the terms that it knows for every scoped context. */
  private static final int CONTEXT_VALUES_A_STEP = 200;

  /**
   * The average length of an IRI. Every name that is read becomes an IRI of the length that a
   * context gives it.
   */
  private static final int ORDINARY_TEXT = 100;

  private static final int CHARACTERS_A_STEP = 10;

  /** Steps counted for each context that the processor loads, because it copies them. */
  private static final int STEPS_A_LOAD = 100;

  private static final int MOST_REMEMBERED = 256;

  private static final ScopedValue<ContextWork> CURRENT = ScopedValue.newInstance();
  private static final ActiveContext NONE = new ActiveContext(new CountedRuntime());

  private final ContextLoader loader;
  private final Budget budget;
  private final long steps;
  private final Cache<String, JsonValue> contexts = new LruCache<>(MOST_REMEMBERED);
  private final Cache<String, Document> documents = new LruCache<>(MOST_REMEMBERED);
  private long spent;

  /**
   * @param size of the contexts
   */
  public ContextWork(ContextLoader loader, ContextRules.Size size, Budget budget) {
    this(
        loader,
        budget,
        1
            + size.values() / CONTEXT_VALUES_A_STEP
            + Math.max(0, size.longestText() - ORDINARY_TEXT) / CHARACTERS_A_STEP);
  }

  private ContextWork(ContextLoader loader, Budget budget, long steps) {
    this.loader = loader;
    this.budget = budget;
    this.steps = steps;
  }

  /** Returns new work with the same limits, of which no step is used. */
  ContextWork anew() {
    return new ContextWork(loader, budget, steps);
  }

  private interface Reading {
    public ActiveContext read() throws JsonLdError;
  }

  /** Returns the context that the addresses make in order. */
  public ActiveContext read(List<String> addresses) throws JsonLdError {
    ArrayNode all = Json.array();
    addresses.forEach(all::add);
    return read(NONE, all);
  }

  /** Returns the context that a value of {@code @context} makes of another one. */
  public ActiveContext read(ActiveContext in, JsonNode contexts) throws JsonLdError {
    return counted(() -> in.newContext().create(JakartaJson.value(contexts), null));
  }

  /** Returns the context of a document by the value of its {@code @context}. */
  public ActiveContext read(JsonNode contexts) throws JsonLdError {
    return read(NONE, contexts);
  }

  /** Returns the context in the definition of a term. */
  public ActiveContext read(TermScope scope) throws JsonLdError {
    JsonValue local = scope.term().getLocalContext();
    var context = scope.in().newContext();
    var scoped = scope.ofType() ? context.propagate(false) : context.overrideProtected(true);
    return counted(() -> scoped.create(local, scope.term().getBaseUrl()));
  }

  private ActiveContext counted(Reading reading) throws JsonLdError {
    return ScopedValue.where(CURRENT, this).call(reading::read);
  }

  void spend(long count) {
    spent += count;
    budget.spend(count);
  }

  /** Returns the number of steps so far. */
  long spent() {
    return spent;
  }

  private static final class CountedRuntime extends ProcessingRuntime {

    CountedRuntime() {
      super(options());
    }

    private static JsonLdOptions options() {
      JsonLdOptions options =
          new JsonLdOptions(
              (address, how) -> {
                CURRENT.get().spend(STEPS_A_LOAD);
                return CURRENT.get().loader.loadDocument(address, how);
              });
      options.setUriValidation(UriValidationPolicy.None);
      return options;
    }

    @Override
    public void tick() {
      CURRENT.get().spend(1);
    }

    @Override
    public UriValidationPolicy getUriValidation() {
      CURRENT.get().spend(CURRENT.get().steps);
      return super.getUriValidation();
    }

    @Override
    public Cache<String, JsonValue> getContextCache() {
      CURRENT.get().spend(CURRENT.get().steps);
      return CURRENT.get().contexts;
    }

    @Override
    public Cache<String, Document> getDocumentCache() {
      return CURRENT.get().documents;
    }

    @Override
    public boolean isV10() {
      CURRENT.get().spend(1);
      return super.isV10();
    }
  }
}
