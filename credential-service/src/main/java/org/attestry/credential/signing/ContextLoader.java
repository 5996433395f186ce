package org.attestry.credential.signing;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdErrorCode;
import com.apicatalog.jsonld.document.Document;
import com.apicatalog.jsonld.document.JsonDocument;
import com.apicatalog.jsonld.loader.DocumentLoader;
import com.apicatalog.jsonld.loader.DocumentLoaderOptions;
import com.fasterxml.jackson.databind.JsonNode;
import jakarta.json.JsonStructure;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** Hands out the bundled contexts and those given to it; there is no way from here to a network. */
final class ContextLoader implements DocumentLoader {

  private final BundledContexts bundled;
  private final Map<String, JsonNode> others;

  ContextLoader(BundledContexts bundled, Map<String, JsonNode> others) {
    this.bundled = bundled;
    this.others = others;
  }

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
    document.setDocumentUrl(address);
    return document;
  }

  boolean knows(String address) {
    return bundled.contains(address) || others.containsKey(address);
  }

  Map<String, JsonNode> others() {
    return others;
  }

  private Optional<JsonStructure> find(String address) {
    return bundled
        .find(address)
        .or(() -> Optional.ofNullable(others.get(address)).map(JakartaJson::structure));
  }
}
