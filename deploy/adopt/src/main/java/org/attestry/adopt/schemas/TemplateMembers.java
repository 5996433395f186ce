package org.attestry.adopt.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * Translates the members {@code certificateTemplates} and {@code credentialTemplate} of a type and
 * of its policies. A template whose address cannot be had is left out.
 */
final class TemplateMembers {

  private static final String CERTIFICATES = "certificateTemplates";
  private static final String CREDENTIAL = "credentialTemplate";

  private final TemplateSource source;
  private final String type;
  private final List<Template> found;

  TemplateMembers(TemplateSource source, String type, List<Template> found) {
    this.source = source;
    this.type = type;
    this.found = found;
  }

  /**
   * @param config the object that has the members
   * @param policy the name of the policy, or an empty text
   */
  void translate(ObjectNode config, String policy, ConfigLines lines) {
    translateCertificates(config, policy, lines);
    JsonNode credential = config.path(CREDENTIAL);
    if (credential.isTextual() && credential.textValue().matches("(https?|minio)://.*")) {
      fetchCredential(config, credential.textValue(), lines);
    } else if (credential.isContainerNode()) {
      config.set(CREDENTIAL, plain(credential, lines));
    }
  }

  private void fetchCredential(ObjectNode config, String address, ConfigLines lines) {
    Optional<JsonNode> template = source.fetch(address).flatMap(TemplateMembers::object);
    if (template.isPresent()) {
      config.set(CREDENTIAL, plain(template.get(), lines));
      lines.changed(CREDENTIAL, "The template at %s stands in the schema now.".formatted(address));
    } else {
      config.remove(CREDENTIAL);
      lines.lost(
          CREDENTIAL,
          "The template at %s cannot be had: nothing is signed until it is put into the schema."
              .formatted(address));
    }
  }

  private static Optional<JsonNode> object(String text) {
    try {
      return Optional.of(Json.parse(JsonBytes.of(text))).filter(JsonNode::isObject);
    } catch (RuntimeException noJson) {
      return Optional.empty();
    }
  }

  /** Writes placeholders with two braces; values are never escaped for HTML in a credential. */
  private static JsonNode plain(JsonNode node, ConfigLines lines) {
    if (node.isTextual() && node.textValue().contains("{{{")) {
      return TextNode.valueOf(node.textValue().replace("{{{", "{{").replace("}}}", "}}"));
    }
    if (node.isArray()) {
      ArrayNode items = Json.array();
      node.forEach(item -> items.add(plain(item, lines)));
      return items;
    }
    if (node.isObject()) {
      ObjectNode object = Json.object();
      node.properties().forEach(m -> object.set(m.getKey(), plain(m.getValue(), lines)));
      return object;
    }
    return node;
  }

  private void translateCertificates(ObjectNode config, String policy, ConfigLines lines) {
    if (!(config.path(CERTIFICATES) instanceof ObjectNode certificates)) {
      return;
    }
    for (Map.Entry<String, JsonNode> entry : List.copyOf(certificates.properties())) {
      String key = entry.getKey();
      String address = entry.getValue().asText();
      String name = "%s-%s%s".formatted(type, policy.isEmpty() ? "" : policy + "-", key);
      Optional<Template> template =
          source.fetch(address).flatMap(text -> template(name, address, text, key, lines));
      if (template.isPresent()) {
        found.add(template.get());
        certificates.put(key, "file:" + name);
        lines.changed(
            CERTIFICATES + "/" + key,
            "The template at %s is uploaded as '%s'.".formatted(address, name));
      } else {
        certificates.remove(key);
        lines.lost(
            CERTIFICATES + "/" + key,
            "The template at %s cannot be had; certificates are shown by the built-in template."
                .formatted(address));
      }
    }
    if (certificates.isEmpty()) {
      config.remove(CERTIFICATES);
    }
  }

  private static Optional<Template> template(
      String name, String address, String text, String key, ConfigLines lines) {
    String at = CERTIFICATES + "/" + key;
    return new TemplateTranslation(sentence -> lines.changed(at, sentence))
        .rewrite(text)
        .map(rewritten -> new Template(name, mediaType(address, text), rewritten, address));
  }

  private static String mediaType(String address, String text) {
    boolean svg =
        address.toLowerCase(Locale.ROOT).endsWith(".svg")
            || text.stripLeading().matches("(?s)(<\\?xml[^>]*>\\s*)?<svg.*");
    return svg ? "image/svg+xml" : "text/html";
  }
}
