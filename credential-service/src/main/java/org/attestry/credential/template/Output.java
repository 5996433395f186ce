package org.attestry.credential.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** Receives a template's text and values. */
interface Output {

  /** Adds text of the template's author. */
  void text(String text);

  /**
   * Adds a value of the data.
   *
   * @param value missing if there is none
   * @param text of the value within other text
   */
  void value(JsonNode value, String text);

  /**
   * The value of one JSON string of a template: a text, or the single value that fills the whole
   * string.
   */
  final class Leaf implements Output {
    private final StringBuilder characters = new StringBuilder();
    private JsonNode only;
    private boolean mixed;

    @Override
    public void text(String text) {
      mixed |= !text.isEmpty();
      characters.append(text);
    }

    @Override
    public void value(JsonNode value, String text) {
      mixed |= only != null;
      only = value;
      characters.append(text);
    }

    /** Returns null if a single value fills the whole string and is missing or empty. */
    JsonNode value(TypedValue typed) {
      return mixed || only == null ? TextNode.valueOf(characters.toString()) : typed.of(only);
    }
  }
}
