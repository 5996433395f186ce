package org.attestry.runtime.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;

/** Refuses the character NUL, which no text column and no jsonb can store. */
final class NulCheck {

  private NulCheck() {}

  static void refuseIn(JsonBytes json, JsonNode node) {
    if (mayHaveNul(json.utf8())) {
      walk(node, "");
    }
  }

  private static boolean mayHaveNul(byte[] utf8) {
    for (int i = 0; i + 5 < utf8.length; i++) {
      if (utf8[i] == '\\' && utf8[i + 1] == 'u' && zeros(utf8, i + 2)) {
        return true;
      }
    }
    return false;
  }

  private static boolean zeros(byte[] utf8, int from) {
    for (int i = from; i < from + 4; i++) {
      if (utf8[i] != '0') {
        return false;
      }
    }
    return true;
  }

  private static void walk(JsonNode node, String pointer) {
    if (node.isTextual() && node.textValue().indexOf('\0') >= 0) {
      throw refusal(pointer);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      walk(node.get(i), pointer + "/" + i);
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (member.getKey().indexOf('\0') >= 0) {
        throw refusal(pointer);
      }
      walk(member.getValue(), pointer + "/" + JsonPointers.escape(member.getKey()));
    }
  }

  private static RuntimeException refusal(String pointer) {
    String message = "The character NUL (\\u0000) cannot be stored; remove it.";
    return Failure.invalid("json.nul", pointer, "nul", message).exception();
  }
}
