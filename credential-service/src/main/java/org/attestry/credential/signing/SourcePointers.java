package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.attestry.runtime.json.JsonPointers;

/** Where in a credential, outside its {@code @context}, something stands. */
final class SourcePointers {

  private SourcePointers() {}

  /** The members of that name. */
  static List<String> ofMember(JsonNode document, String name) {
    List<String> found = new ArrayList<>();
    collect(document, "", "", (member, value) -> member.equals(name), found);
    return found;
  }

  /** The strings of that text. */
  static List<String> ofText(JsonNode document, String text) {
    return ofValue(document, (member, found) -> found.equals(text));
  }

  /**
   * The strings that are wanted for their member's name and text; in arrays, the array's member.
   */
  static List<String> ofValue(JsonNode document, BiPredicate<String, String> wanted) {
    List<String> found = new ArrayList<>();
    collect(
        document,
        "",
        "",
        (member, value) -> value.isTextual() && wanted.test(member, value.textValue()),
        found);
    return found;
  }

  private static void collect(
      JsonNode node,
      String member,
      String pointer,
      BiPredicate<String, JsonNode> wanted,
      List<String> found) {
    if (wanted.test(member, node)) {
      found.add(pointer);
    }
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (!entry.getKey().equals("@context")) {
        String at = pointer + "/" + JsonPointers.escape(entry.getKey());
        collect(entry.getValue(), entry.getKey(), at, wanted, found);
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      collect(node.get(i), "", pointer + "/" + i, wanted, found);
    }
  }
}
