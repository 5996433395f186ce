package org.attestry.credential.jsonld;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdErrorCode;
import com.apicatalog.jsonld.document.Document;
import com.apicatalog.jsonld.document.JsonDocument;
import com.apicatalog.jsonld.loader.DocumentLoader;
import com.apicatalog.jsonld.loader.DocumentLoaderOptions;
import com.fasterxml.jackson.databind.JsonNode;
import jakarta.json.JsonStructure;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.Violation;
import org.attestry.credential.jsonld.ReadContexts.Shared;
import org.attestry.runtime.fair.Budget;

/** Loads the bundled contexts and those given to it. It never uses the network. */
public final class ContextLoader implements DocumentLoader {

  private final BundledContexts bundled;
  private final Map<String, JsonNode> others;
  private final Map<String, JsonStructure> read = new HashMap<>();
  private final ReadContexts before;

  /**
   * @param others further contexts, by address
   * @param before cached contexts
   */
  public ContextLoader(BundledContexts bundled, Map<String, JsonNode> others, ReadContexts before) {
    this.bundled = bundled;
    this.others = others;
    this.before = before;
  }

  /**
   * Loads a context. A bundled context is returned without its address. The processor compares
   * definitions that have contexts of their own by address too. If two bundled contexts defined a
   * term alike, it would refuse the second, protected, one (JSON-LD 1.1 Processing Algorithms and
   * API, section 4.2.2, step 27). Bundled contexts name no relative address.
   */
  @Override
  public Document loadDocument(URI address, DocumentLoaderOptions options) throws JsonLdError {
    JsonStructure context =
        find(address.toString())
            .orElseThrow(
                () ->
                    new JsonLdError(
                        JsonLdErrorCode.LOADING_REMOTE_CONTEXT_FAILED,
                        "The context is neither bundled nor one of ours."));
    JsonDocument document = JsonDocument.of(context);
    if (!bundled.contains(address.toString())) {
      document.setDocumentUrl(address);
    }
    return document;
  }

  /** The size of all contexts that were given to the loader. */
  ContextRules.Size othersSize() {
    ContextRules.Size size = ContextRules.Size.NONE;
    for (JsonNode document : others.values()) {
      size = size.plus(before.check(document).size());
    }
    return size;
  }

  /** Returns how a known context that is not bundled violates the rules; empty if it does not. */
  public Optional<Violation> violation(String address) {
    JsonNode other = bundled.contains(address) ? null : others.get(address);
    return other == null ? Optional.empty() : before.check(other).violation();
  }

  /** Returns the context that the addresses make in order. */
  Shared read(List<String> addresses, ContextWork work) throws JsonLdError {
    return before.find(addresses, areBundled(addresses) ? Map.of() : others, work);
  }

  /**
   * Returns the work of reading the context. It depends on no other context, because bundled ones
   * name only bundled ones.
   */
  ContextWork work(List<String> addresses, Budget budget) {
    return new ContextWork(
        this, areBundled(addresses) ? ContextRules.Size.NONE : othersSize(), budget);
  }

  private boolean areBundled(List<String> addresses) {
    return addresses.stream().allMatch(bundled::contains);
  }

  public boolean knows(String address) {
    return bundled.contains(address) || others.containsKey(address);
  }

  private Optional<JsonStructure> find(String address) {
    return bundled
        .find(address)
        .or(() -> Optional.ofNullable(read.computeIfAbsent(address, this::readOther)));
  }

  private JsonStructure readOther(String address) {
    JsonNode other = others.get(address);
    return other == null ? null : JakartaJson.structure(other);
  }
}
