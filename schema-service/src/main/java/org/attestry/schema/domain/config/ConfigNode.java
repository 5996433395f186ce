package org.attestry.schema.domain.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.schema.domain.document.Findings;

/**
 * An object of a configuration, with the place where it stands. Its shape has been checked before
 * it is read.
 */
record ConfigNode(JsonNode node, String pointer, Findings findings) {

  private static final int LONGEST_PATH = 1_000;

  /** Refuses members that are not known, and names those that are not acted on. */
  void checkMembers(ConfigMembers members) {
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      String name = member.getKey();
      if (!members.knows(name)) {
        findings.refuse(
            at(name),
            "unknown",
            "'%s' is not known%s"
                .formatted(name, findings.spelling().suggestionOrKnown(name, members.all())));
      } else if (members.isInert(name)) {
        findings.warn(at(name), "inert", "'%s' is accepted but not acted on.".formatted(name));
      }
    }
  }

  /**
   * Names a member that is kept for later; one that is empty asks for nothing.
   *
   * @param instead what to do until then
   */
  void warnOfNoEffectYet(String member, String instead) {
    if (!node.path(member).isEmpty()) {
      findings.warn(at(member), "inert", "'%s' has no effect yet; %s".formatted(member, instead));
    }
  }

  String at(String member) {
    return pointer + "/" + JsonPointers.escape(member);
  }

  ConfigNode child(String member) {
    return new ConfigNode(node.path(member), at(member), findings);
  }

  /**
   * The items of an array, or the member itself where a single object stands for an array of one.
   */
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
   * A template: an object, or a string that holds one; {@code {}} and {@code ""} mean none. Null
   * where there is none, and where a string that holds something else is refused.
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
    findings.refuse(
        at(member),
        "template",
        "A template is a JSON object, or a string that holds one; an address is never fetched:"
            + " upload the template itself, as the value of this member.");
    return null;
  }

  /** Whether a path or a pointer is no longer than it may be; else it is refused. */
  boolean isShort(String text, String where) {
    boolean isShort = text.length() <= LONGEST_PATH;
    if (!isShort) {
      findings.refuse(
          where, "path", "A path may have %d characters; shorten it.".formatted(LONGEST_PATH));
    }
    return isShort;
  }

  /** A path, or null when it is refused because it cannot be read. */
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
