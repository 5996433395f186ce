package org.attestry.runtime.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;

/**
 * Refuses characters that text and jsonb columns cannot store: NUL, and unpaired surrogates (U+D800
 * to U+DFFF, RFC 8259 section 8.2); and the member name {@code __proto__}, because programs in
 * JavaScript read an object with it as another one.
 */
final class TextCheck {

  private static final int ESCAPE = 6;
  private static final String PROTOTYPE = "__proto__";

  private TextCheck() {}

  static void refuseIn(JsonBytes json, JsonNode node) {
    if (isSuspicious(json)) {
      walk(node, JsonLocation.ROOT);
    }
  }

  static void refusePrototypesIn(JsonBytes json, JsonNode node) {
    if (mayNamePrototypes(json.utf8())) {
      refusePrototypes(node, JsonLocation.ROOT);
    }
  }

  /** Whether the text has the beginning of the name, or an escape of an ASCII character. */
  private static boolean mayNamePrototypes(byte[] utf8) {
    for (int i = 0; i + ESCAPE <= utf8.length; i++) {
      boolean name = utf8[i] == '_' && utf8[i + 1] == '_' && utf8[i + 2] == 'p';
      boolean escape = utf8[i] == '\\' && utf8[i + 1] == 'u' && utf8[i + 2] == '0';
      if (name || escape && utf8[i + 3] == '0') {
        return true;
      }
    }
    return false;
  }

  private static void refusePrototypes(JsonNode node, JsonLocation at) {
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      refusePrototypes(node.get(i), at.item(i));
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      JsonLocation place = at.member(member.getKey());
      if (member.getKey().equals(PROTOTYPE)) {
        String message =
            "No member can be named __proto__, because JavaScript would read another object; rename"
                + " it.";
        throw FailureException.invalid("json.name", place.pointer(), "name", message);
      }
      refusePrototypes(member.getValue(), place);
    }
  }

  /** Whether the text may contain NUL or a surrogate: in UTF-8 JSON both can only be escaped. */
  static boolean isSuspicious(JsonBytes json) {
    byte[] utf8 = json.utf8();
    for (int i = 0; i + ESCAPE <= utf8.length; i++) {
      if (utf8[i] == '\\' && utf8[i + 1] == 'u' && (isZero(utf8, i + 2) || isHalf(utf8, i + 2))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isZero(byte[] utf8, int from) {
    for (int i = from; i < from + 4; i++) {
      if (utf8[i] != '0') {
        return false;
      }
    }
    return true;
  }

  private static boolean isHalf(byte[] utf8, int from) {
    return Character.digit(utf8[from], 16) == 0xD && Character.digit(utf8[from + 1], 16) >= 8;
  }

  private static void walk(JsonNode node, JsonLocation at) {
    if (node.isTextual()) {
      refuse(node.textValue(), at);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      walk(node.get(i), at.item(i));
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      refuse(member.getKey(), at);
      walk(member.getValue(), at.member(member.getKey()));
    }
  }

  private static void refuse(String text, JsonLocation at) {
    if (text.indexOf('\0') >= 0) {
      String message = "The character NUL (\\u0000) cannot be stored; remove it.";
      throw FailureException.invalid("json.nul", at.pointer(), "nul", message);
    }
    if (text.codePoints().anyMatch(TextCheck::isHalf)) {
      String message = "The text has half of a character; send both of its surrogates.";
      throw FailureException.invalid("json.unicode", at.pointer(), "unicode", message);
    }
  }

  private static boolean isHalf(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
