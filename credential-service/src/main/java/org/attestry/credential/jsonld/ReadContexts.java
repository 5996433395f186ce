package org.attestry.credential.jsonld;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.context.ActiveContext;
import com.apicatalog.jsonld.context.TermDefinition;
import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.attestry.contracts.Violation;

/**
 * Cached contexts: most documents name the same few. The key is their content, because another
 * context may be uploaded at the address of a deleted one. A cached context costs a document as
 * many steps as a fresh one, so the same document is always refused or always accepted. Limited in
 * bytes. Safe for several threads.
 */
public final class ReadContexts {

  private static final long MOST_BYTES = 16L << 20;
  private static final int BYTES_A_CHARACTER = 6;
  private static final int BYTES_A_TERM = 200;

  /** The limit of contexts in definitions of terms; each contains the terms above it too. */
  private static final int MOST_SCOPED_TERMS = 500;

  private static final int BYTES_A_SCOPED_TERM = 64;

  private final Cache<JsonNode, Checked> checked =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES / 4)
          .weigher((JsonNode document, Checked one) -> one.bytes())
          .executor(Runnable::run)
          .build();
  private final Cache<Key, Shared> shared =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .weigher((Key key, Shared one) -> one.bytes)
          .executor(Runnable::run)
          .build();

  /**
   * The result of the rules for a context document.
   *
   * @param violation the first one, or empty
   */
  record Checked(ContextRules.Size size, Optional<Violation> violation, int bytes) {}

  /**
   * @param others the content of those addresses that are not bundled, and of the contexts that
   *     they name
   */
  private record Key(List<String> addresses, Map<String, JsonNode> others) {}

  /** Applies the rules to a context that is not bundled. */
  Checked check(JsonNode document) {
    return checked.get(document, ReadContexts::checked);
  }

  private static Checked checked(JsonNode document) {
    DocumentViolations violations = new DocumentViolations();
    ContextRules.Size size = ContextRules.check(document.path("@context"), violations);
    return new Checked(size, violations.first(), bytes(document));
  }

  private static int bytes(JsonNode document) {
    return document.toString().length() * BYTES_A_CHARACTER;
  }

  /** Returns the context that the addresses make in order. */
  Shared find(List<String> addresses, Map<String, JsonNode> others, ContextWork work)
      throws JsonLdError {
    Shared known = shared.getIfPresent(new Key(addresses, others));
    if (known != null) {
      work.spend(known.root.steps());
      return known;
    }
    ContextWork anew = work.anew();
    Derived root = new Derived(anew.read(addresses), anew.spent());
    int terms = root.context().getTerms().size() * BYTES_A_TERM;
    int documents = others.values().stream().mapToInt(ReadContexts::bytes).sum();
    Shared made = new Shared(root, terms + documents + MOST_SCOPED_TERMS * BYTES_A_SCOPED_TERM);
    shared.put(new Key(addresses, Map.copyOf(others)), made);
    return made;
  }

  /**
   * @param steps the cost of reading it
   */
  private record Derived(ActiveContext context, long steps) {}

  /** A context and those in the definitions of its terms. */
  static final class Shared {

    private final Derived root;
    private final int bytes;
    private final Map<TermScope, Derived> scoped = new ConcurrentHashMap<>();
    private final Set<ActiveContext> all = ConcurrentHashMap.newKeySet();
    private final AtomicInteger terms = new AtomicInteger();

    private Shared(Derived root, int bytes) {
      this.root = root;
      this.bytes = bytes;
      all.add(root.context());
    }

    ActiveContext root() {
      return root.context();
    }

    /** Returns the context of a term's definition; it is cached if there is room. */
    ActiveContext read(TermScope scope, ContextWork work) throws JsonLdError {
      Derived known = scoped.get(scope);
      if (known != null) {
        work.spend(known.steps());
        return known.context();
      }
      ContextWork anew = work.anew();
      Derived made = new Derived(anew.read(scope), anew.spent());
      return all.contains(scope.in()) && terms.get() < MOST_SCOPED_TERMS
          ? keep(scope, made)
          : made.context();
    }

    private ActiveContext keep(TermScope scope, Derived made) {
      Derived earlier = scoped.putIfAbsent(scope, made);
      if (earlier != null) {
        return earlier.context();
      }
      terms.addAndGet(made.context().getTerms().size());
      all.add(made.context());
      return made.context();
    }
  }

  /** The definition of a term in a context; both by identity. */
  record TermScope(ActiveContext in, TermDefinition term, boolean ofType) {

    @Override
    public boolean equals(Object other) {
      return other instanceof TermScope scope
          && in == scope.in
          && term == scope.term
          && ofType == scope.ofType;
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(in) + System.identityHashCode(term);
    }
  }
}
