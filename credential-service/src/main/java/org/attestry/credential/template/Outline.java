package org.attestry.credential.template;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The markup of a template without its values, with the origin of each part. */
public final class Outline {

  /** Replaces a value: a character without use in templates and without meaning in XML. */
  public static final String VALUE = "\uE000";

  private final String template;
  private final StringBuilder markup = new StringBuilder();

  /** The beginning of a text in the markup, to its beginning in the template. */
  private final TreeMap<Integer, Integer> places = new TreeMap<>(Map.of(0, 0));

  Outline(String template) {
    this.template = template;
  }

  public String markup() {
    return markup.toString();
  }

  /** Returns the place in the template for a place in the markup. */
  public TextPlace inTemplate(TextPlace place) {
    int at = 0;
    for (int line = 1; line < place.line(); line++) {
      at = markup.indexOf("\n", at) + 1;
    }
    at += Math.max(0, place.column() - 1);
    Map.Entry<Integer, Integer> start = places.floorEntry(at);
    return TextPlace.of(template, start.getValue() + at - start.getKey());
  }

  void add(List<TemplatePart> parts, boolean holds) {
    for (TemplatePart part : parts) {
      switch (part) {
        case TemplatePart.Text text -> {
          places.put(markup.length(), text.at());
          markup.append(text.text());
        }
        case TemplatePart.Value value -> markup.append(VALUE);
        case TemplatePart.If test -> add(holds ? test.body() : test.otherwise(), holds);
        case TemplatePart.Each each -> add(holds ? each.body() : each.otherwise(), holds);
      }
    }
  }
}
