package org.attestry.schema.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.SystemFieldNames;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.json.Json;

/**
 * Warns of templates by which credentials of several entities may get one id: an id without
 * placeholders, or with those of fields that are not unique. A link to such a credential leads to
 * none, and a request by its id is refused. So templates by which data could have the id of any
 * other credential are refused.
 */
final class CredentialIds {

  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\{\\{\\{?\\s*([\\p{L}\\p{N}_.\\-]+)\\s*}}}?");

  /** Of the ids that credentials get whose templates have none. */
  private static final String GENERATED = "urn:uuid:";

  private final ConfigNode config;
  private final TypeConfig type;

  private CredentialIds(ConfigNode config, TypeConfig type) {
    this.config = config;
    this.type = type;
  }

  static void check(ConfigNode config, TypeConfig type) {
    CredentialIds ids = new CredentialIds(config, type);
    if (type.credentialTemplate() != null) {
      ids.check(config, Json.parse(type.credentialTemplate()), null);
    }
    for (ConfigNode node : config.children("attestationPolicies")) {
      type.attestationPolicies().stream()
          .filter(policy -> policy.name().equals(node.text("name")))
          .filter(policy -> policy.credentialTemplate() != null)
          .findFirst()
          .ifPresent(policy -> ids.check(node, policy));
    }
  }

  private void check(ConfigNode node, AttestationPolicy policy) {
    check(node, Json.parse(policy.credentialTemplate()), policy.attestationProperties());
  }

  /**
   * @param aliases the paths of the values that the template reads; null if it reads the entity
   */
  private void check(ConfigNode node, JsonNode template, Map<String, FieldPath> aliases) {
    String id = id(template);
    Set<FieldPath> fields = fields(id, aliases);
    if (isOfAnybody(id) && fields.stream().noneMatch(CredentialIds::isOsid)) {
      node.refuse(
          "credentialTemplate",
          "id-of-others",
          ("With the id '%s', data could give a credential the id of another one, and break the"
               + " link to it: begin it with a text of the type, such as 'urn:licence:', or leave"
               + " 'id' out for an id of its own.")
              .formatted(id));
    } else if (!id.isEmpty() && !isUnique(fields)) {
      node.warn(
          "credentialTemplate",
          "shared-id",
          ("Credentials of several entities may get the id '%s', and then a link to one of them"
                  + " leads to none: name its fields in 'uniqueIndexFields', or leave 'id' out for"
                  + " an id of its own.")
              .formatted(id));
    }
  }

  /** Also of a template that is a text. */
  private static String id(JsonNode template) {
    try {
      JsonNode object =
          template.isTextual() ? Json.parse(JsonBytes.of(template.textValue())) : template;
      return object.path(object.has("@id") ? "@id" : "id").asText();
    } catch (FailureException notJson) {
      return "";
    }
  }

  /** Whether data decides how an id begins, or follows on the begin of generated ids. */
  private static boolean isOfAnybody(String id) {
    int placeholder = id.indexOf("{{");
    String begin = id.substring(0, Math.max(placeholder, 0)).toLowerCase(Locale.ROOT);
    return placeholder >= 0 && (GENERATED.startsWith(begin) || begin.startsWith(GENERATED));
  }

  private static Set<FieldPath> fields(String id, Map<String, FieldPath> aliases) {
    Set<FieldPath> fields = new HashSet<>();
    Matcher placeholder = PLACEHOLDER.matcher(id);
    while (placeholder.find()) {
      List<String> path = new ArrayList<>(List.of(placeholder.group(1).split("\\.")));
      FieldPath alias = aliases == null ? FieldPath.of() : aliases.get(path.getFirst());
      if (alias != null) {
        List<String> all = new ArrayList<>(alias.segments());
        all.addAll(aliases == null ? path : path.subList(1, path.size()));
        fields.add(new FieldPath(all));
      }
    }
    return fields;
  }

  private boolean isUnique(Set<FieldPath> fields) {
    return fields.stream().anyMatch(CredentialIds::isOsid)
        || type.uniqueFields().stream().anyMatch(fields::containsAll);
  }

  private static boolean isOsid(FieldPath field) {
    return !field.segments().isEmpty()
        && field.segments().getLast().equals(SystemFieldNames.OSID)
        && !field.segments().contains(FieldPath.ANY);
  }
}
