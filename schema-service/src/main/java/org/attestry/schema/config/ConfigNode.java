package org.attestry.schema.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.schema.document.Findings;

/**
 * An object in a configuration, with its pointer. It has already been validated against the schema
 * of configurations.
 */
record ConfigNode(JsonNode node, String pointer, Findings findings) {

  private static final int LONGEST_PATH = 1_000;
  private static final int MOST_CERTIFICATES = 16;
  private static final Pattern CERTIFICATE_KEY = Pattern.compile("[A-Za-z0-9._-]{1,63}");

  /** Refuses unknown members, and warns of members without effect. */
  void checkMembers(ConfigMembers members) {
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      String name = member.getKey();
      if (!members.all().contains(name)) {
        refuse(
            name,
            "unknown",
            "'%s' is not known%s"
                .formatted(name, findings.spelling().suggestionOrKnown(name, members.all())));
      } else if (members.isInert(name)) {
        warn(name, "inert", "'%s' is accepted but not acted on.".formatted(name));
      }
    }
  }

  String at(String member) {
    return pointer + "/" + JsonPointers.escape(member);
  }

  void refuse(String member, String rule, String message) {
    findings.refuse(at(member), rule, message);
  }

  void warn(String member, String rule, String message) {
    findings.warn(at(member), rule, message);
  }

  ConfigNode child(String member) {
    return new ConfigNode(node.path(member), at(member), findings);
  }

  /** Returns the items of an array; a single object is read as an array with one item. */
  List<ConfigNode> children(String member) {
    JsonNode value = node.path(member);
    if (value.isObject()) {
      return List.of(child(member));
    }
    List<ConfigNode> items = new ArrayList<>();
    for (int i = 0; i < value.size(); i++) {
      items.add(new ConfigNode(value.get(i), at(member) + "/" + i, findings));
    }
    return items;
  }

  List<String> strings(String member) {
    List<String> strings = new ArrayList<>();
    node.path(member).forEach(item -> strings.add(item.textValue()));
    return strings;
  }

  String text(String member) {
    return node.path(member).asText("");
  }

  boolean truth(String member, boolean byDefault) {
    return node.path(member).asBoolean(byDefault);
  }

  /**
   * Returns a template: an object, or a string that contains one; {@code {}} and {@code ""} mean no
   * template. Returns null if there is no template or it is refused.
   */
  JsonBytes template(String member) {
    JsonNode template = node.path(member);
    if (!template.isTextual()) {
      return template.isEmpty() ? null : Json.write(template);
    }
    String text = template.textValue().strip();
    if (text.isEmpty() || text.startsWith("{")) {
      return text.isEmpty() || text.equals("{}") ? null : Json.write(template);
    }
    refuse(
        member,
        "template",
        "A template is a JSON object, or a string that holds one; an address is never fetched:"
            + " upload the template itself, as the value of this member.");
    return null;
  }

  /** Returns key to address of the certificate templates, without the refused ones. */
  Map<String, String> certificates() {
    ConfigNode written = child("certificateTemplates");
    Map<String, String> templates = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> template : written.node.properties()) {
      String key = template.getKey();
      if (CERTIFICATE_KEY.matcher(key).matches()) {
        templates.put(key, template.getValue().textValue());
      } else {
        written.refuse(
            key, "key", "A key has 1 to 63 letters, digits, '.', '_' and '-': rename this one.");
      }
    }
    if (templates.size() > MOST_CERTIFICATES) {
      refuse(
          "certificateTemplates",
          "limit",
          "There may be %d templates; name fewer.".formatted(MOST_CERTIFICATES));
    }
    return templates;
  }

  /** Whether the length of a path or pointer is allowed; if not, adds a violation. */
  boolean isShort(String text, String where) {
    boolean isShort = text.length() <= LONGEST_PATH;
    if (!isShort) {
      findings.refuse(
          where, "path", "A path may have %d characters; shorten it.".formatted(LONGEST_PATH));
    }
    return isShort;
  }

  /** Parses a path; returns null if it is refused. */
  FieldPath path(String text, String where) {
    if (!isShort(text, where)) {
      return null;
    }
    try {
      return FieldPath.parse(text);
    } catch (IllegalArgumentException e) {
      findings.refuse(where, "path", e.getMessage());
      return null;
    }
  }
}
