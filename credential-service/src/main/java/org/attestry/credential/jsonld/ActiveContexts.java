package org.attestry.credential.jsonld;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.context.ActiveContext;
import com.apicatalog.jsonld.context.TermDefinition;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.credential.jsonld.ReadContexts.Shared;
import org.attestry.credential.jsonld.ReadContexts.TermScope;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/** The contexts of one document, as the JSON-LD processor reads them. */
public final class ActiveContexts {

  private final ContextLoader loader;
  private final Budget budget;
  private final ContextWork work;
  private final Map<TermScope, ActiveContext> scoped = new HashMap<>();

  /**
   * The cached contexts that the document shares with others, and the work of reading it, or null.
   */
  private Shared shared;

  private ContextWork sharedWork;
  private final Set<ActiveContext> ofShared = new HashSet<>();

  /**
   * @param inline the size of the document's inline contexts
   */
  public ActiveContexts(ContextRules.Size inline, ContextLoader loader, Budget budget) {
    this.loader = loader;
    this.budget = budget;
    this.work = new ContextWork(loader, inline.plus(loader.othersSize()), budget);
  }

  /**
   * Returns the context of a document by the value of its {@code @context}. The contexts of the
   * addresses at its beginning are cached.
   */
  public ActiveContext of(JsonNode contexts) throws JsonLdError {
    List<JsonNode> all = contexts.isArray() ? list(contexts) : List.of(contexts);
    List<String> addresses =
        all.stream().takeWhile(JsonNode::isTextual).map(JsonNode::textValue).toList();
    if (addresses.isEmpty()) {
      return work.read(contexts);
    }
    sharedWork = loader.work(addresses, budget);
    shared = loader.read(addresses, sharedWork);
    ofShared.add(shared.root());
    ArrayNode rest = Json.array().addAll(all.subList(addresses.size(), all.size()));
    return rest.isEmpty() ? shared.root() : work.read(shared.root(), rest);
  }

  private static List<JsonNode> list(JsonNode array) {
    List<JsonNode> list = new ArrayList<>();
    array.forEach(list::add);
    return list;
  }

  /** Returns the context in the values of a property whose term has a context of its own. */
  public ActiveContext ofProperty(ActiveContext in, TermDefinition term) throws JsonLdError {
    return scoped(new TermScope(in, term, false));
  }

  /** Returns the context in a node of a type whose term has a context of its own. */
  public ActiveContext ofType(ActiveContext in, TermDefinition term) throws JsonLdError {
    return scoped(new TermScope(in, term, true));
  }

  private ActiveContext scoped(TermScope scope) throws JsonLdError {
    ActiveContext known = scoped.get(scope);
    if (known != null) {
      return known;
    }
    ActiveContext made;
    if (ofShared.contains(scope.in())) {
      made = shared.read(scope, sharedWork);
      ofShared.add(made);
    } else {
      made = work.read(scope);
    }
    scoped.put(scope, made);
    return made;
  }
}
