package org.attestry.adopt.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.attestry.runtime.json.Json;

/** Translates one {@code _osConfig} in place. */
final class ConfigTranslation {

  private static final String UNIQUE = "uniqueIndexFields";
  private static final String INDEXES = "indexFields";
  private static final String GENERATED = "uniqueIdentifierFields";
  private static final String POLICIES = "attestationPolicies";
  private static final String OWNERS = "ownershipAttributes";

  private static final Set<String> UNDERSTOOD =
      Set.of(
          "roles",
          "inviteRoles",
          "deleteRoles",
          "privateFields",
          "internalFields",
          "systemFields",
          INDEXES,
          UNIQUE,
          GENERATED,
          OWNERS,
          POLICIES,
          "credentialTemplate",
          "certificateTemplates",
          "enableLogin",
          "enableSearch",
          "osComment");

  /** What a member did there that nothing does here. */
  private static final Map<String, String> WITHOUT_EFFECT =
      Map.ofEntries(
          Map.entry("functionDefinitions", "no function is called after an attestation"),
          Map.entry("notificationTemplates", "no message is sent"),
          Map.entry("attestationFields", "properties are attested by policies alone"),
          Map.entry("attestationAttributes", "properties are attested by policies alone"),
          Map.entry("autoAttestationPolicies", "use a policy of the type AUTOMATED"),
          Map.entry("privateFieldConfig", "reads of hidden fields are not published"),
          Map.entry("internalFieldConfig", "reads of hidden fields are not published"),
          Map.entry("publicFields", "fields are public unless they are hidden"),
          Map.entry("subjectJsonPath", "the credential's template names its subject"));

  private final ObjectNode config;
  private final JsonNode properties;
  private final ConfigLines lines;
  private final TemplateMembers templates;

  /**
   * @param properties the properties that the type declares
   */
  ConfigTranslation(
      ObjectNode config, JsonNode properties, ConfigLines lines, TemplateMembers templates) {
    this.config = config;
    this.properties = properties;
    this.lines = lines;
    this.templates = templates;
  }

  void translate() {
    removeWithoutEffect();
    translateList("privateFields", PathTranslation::hidden);
    translateList("internalFields", PathTranslation::hidden);
    translateIndexes(INDEXES, false);
    translateIndexes(UNIQUE, true);
    describeGenerated();
    removeOwnersInLists();
    templates.translate(config, "", lines);
    translatePolicies();
  }

  private void removeWithoutEffect() {
    for (String member : List.copyOf(names(config))) {
      if (!UNDERSTOOD.contains(member)) {
        JsonNode value = config.remove(member);
        boolean empty = value.isNull() || value.isContainerNode() && value.isEmpty();
        if (!empty) {
          lines.lost(
              member,
              "It is left out: %s."
                  .formatted(WITHOUT_EFFECT.getOrDefault(member, "nothing here has this name")));
        }
      }
    }
  }

  private void translateList(String member, Function<String, Optional<String>> translation) {
    if (!(config.path(member) instanceof ArrayNode written)) {
      return;
    }
    ArrayNode paths = Json.array();
    for (JsonNode path : written) {
      Optional<String> translated = translation.apply(path.asText());
      translated.ifPresent(paths::add);
      describe(member, path.asText(), translated);
    }
    config.set(member, paths);
  }

  private void describe(String member, String written, Optional<String> translated) {
    if (translated.isEmpty()) {
      lines.lost(member, "The path %s has no counterpart; it is left out.".formatted(written));
    } else if (!translated.get().equals(written.strip())) {
      lines.changed(member, "%s becomes %s.".formatted(written, translated.get()));
    }
  }

  /** Keeps what an index can be made of: declared fields, of which unique ones have one value. */
  private void translateIndexes(String member, boolean unique) {
    if (!(config.path(member) instanceof ArrayNode written)) {
      return;
    }
    ArrayNode kept = Json.array();
    for (JsonNode entry : written) {
      if (!entry.isTextual() || names(entry.textValue()).allMatch(name -> fits(name, unique))) {
        kept.add(entry);
      } else {
        lines.lost(
            member,
            "'%s' is left out: an index needs declared fields%s."
                .formatted(entry.textValue(), unique ? " with one value each" : ""));
      }
    }
    config.set(member, kept);
  }

  private static Stream<String> names(String entry) {
    return Arrays.stream(entry.replaceAll("[()\\s]", "").split(","))
        .map(name -> name.replaceFirst("^\\$\\.", ""));
  }

  private boolean fits(String name, boolean unique) {
    String first = name.split("[.\\[/]", 2)[0];
    JsonNode declared = properties.path(first);
    boolean nested = !first.equals(name);
    String type = declared.path("type").asText();
    return declared.isObject()
        && (nested || !unique || !Set.of("object", "array").contains(type))
        && (nested || !type.equals("object"));
  }

  private void describeGenerated() {
    for (JsonNode field : config.path(GENERATED)) {
      lines.changed(
          GENERATED,
          "'%s' is generated here from '%s' on; numbers begin anew, and must not meet those that were given out."
              .formatted(
                  field.isTextual() ? field.textValue() : field.path("field").asText(),
                  field.path("format").asText("no format")));
    }
  }

  private void removeOwnersInLists() {
    if (!(config.path(OWNERS) instanceof ArrayNode owners)) {
      return;
    }
    ArrayNode kept = Json.array();
    for (JsonNode owner : owners) {
      String userId = owner.path("userId").asText();
      String first = userId.split("/").length > 1 ? userId.split("/")[1] : "";
      if (userId.isBlank() || properties.path(first).path("type").asText().equals("array")) {
        lines.lost(
            OWNERS,
            "%s is left out: 'userId' must point to a field outside of lists.".formatted(owner));
      } else {
        kept.add(owner);
      }
    }
    config.set(OWNERS, kept);
  }

  private void translatePolicies() {
    if (!(config.path(POLICIES) instanceof ArrayNode written)) {
      return;
    }
    ArrayNode kept = Json.array();
    for (JsonNode policy : written) {
      String name = policy.path("name").asText();
      ConfigLines at = lines.at(POLICIES).at(name);
      if (policy instanceof ObjectNode object
          && new PolicyTranslation(object, properties, at).translate()) {
        templates.translate(object, name, at);
        kept.add(object);
      }
    }
    config.set(POLICIES, kept);
  }

  private static List<String> names(ObjectNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }
}
