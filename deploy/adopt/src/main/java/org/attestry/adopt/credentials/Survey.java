package org.attestry.adopt.credentials;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * What the credentials of the former system name: issuers, keys and contexts. Its size depends on
 * how many different ones there are, not on the number of credentials.
 */
public final class Survey {

  private static final Set<String> BUNDLED =
      Set.of(
          "https://www.w3.org/2018/credentials/v1",
          "https://www.w3.org/ns/credentials/v2",
          "https://www.w3.org/ns/did/v1",
          "https://w3id.org/security/v1",
          "https://w3id.org/security/v2",
          "https://w3id.org/security/suites/ed25519-2020/v1",
          "https://w3id.org/security/suites/ed25519-2018/v1",
          "https://w3id.org/security/data-integrity/v1",
          "https://w3id.org/security/data-integrity/v2");

  private final Map<KeyName, Long> keys = new LinkedHashMap<>();
  private final Map<String, Set<JsonNode>> inline = new TreeMap<>();
  private final Map<String, Set<String>> addresses = new TreeMap<>();
  private long unreadable;

  /** Who issued, by which key. */
  public record KeyName(String issuer, String verificationMethod, String proofType) {}

  /**
   * Adds what a text names, if it is a signed document.
   *
   * @return whether it is one
   */
  public boolean add(String text) {
    if (text == null || !text.stripLeading().startsWith("{")) {
      return false;
    }
    try {
      return add(Json.read(JsonBytes.of(text)));
    } catch (RuntimeException e) {
      unreadable++;
      return false;
    }
  }

  private boolean add(JsonNode credential) {
    JsonNode proof = proof(credential);
    if (!proof.isObject()) {
      return false;
    }
    String issuer = id(credential.path("issuer"));
    String method = id(proof.path("verificationMethod"));
    keys.merge(new KeyName(issuer, method, proof.path("type").asText()), 1L, Long::sum);
    JsonNode context = credential.path("@context");
    if (addAddresses(context, issuer)) {
      inline.computeIfAbsent(method, _ -> new LinkedHashSet<>()).add(context);
    }
    return true;
  }

  private static JsonNode proof(JsonNode credential) {
    JsonNode proof = credential.path("proof");
    return proof.isArray() ? proof.path(0) : proof;
  }

  private static String id(JsonNode node) {
    return node.isObject() ? node.path("id").asText() : node.asText();
  }

  /** Adds the contexts that a template names. */
  public void addTemplate(JsonNode template) {
    addAddresses(template.path("@context"), id(template.path("issuer")));
  }

  private boolean addAddresses(JsonNode context, String issuer) {
    boolean hasInline = false;
    for (JsonNode part : context.isArray() ? context : Json.array().add(context)) {
      if (part.isObject()) {
        hasInline = true;
      } else if (part.isTextual() && !BUNDLED.contains(part.textValue())) {
        addresses.computeIfAbsent(part.textValue(), _ -> new LinkedHashSet<>()).add(issuer);
      }
    }
    return hasInline;
  }

  /** Returns how many credentials each key signed. */
  public Map<KeyName, Long> keys() {
    return keys;
  }

  /** Returns the different {@code @context} with inline contexts under a key. */
  public Set<JsonNode> inlineContexts(String verificationMethod) {
    return inline.getOrDefault(verificationMethod, Set.of());
  }

  /** Returns addresses of contexts that are not bundled, each with the issuers that use it. */
  public Map<String, Set<String>> contextAddresses() {
    return addresses;
  }

  public long unreadable() {
    return unreadable;
  }
}
