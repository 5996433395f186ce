package org.attestry.credential.domain.template;

import java.util.ArrayList;
import java.util.List;

/** The markup of a template without its values, and where each of its lines comes from. */
public final class Outline {

  /** Stands for a value: a character that templates have no use for, and XML no meaning. */
  public static final String VALUE = "\uE000";

  private final StringBuilder markup = new StringBuilder();
  private final List<Integer> lines = new ArrayList<>(List.of(1));

  Outline() {}

  public String markup() {
    return markup.toString();
  }

  /**
   * The line of the template that a line of the markup comes from.
   *
   * @param line from 1
   */
  public int lineInTemplate(int line) {
    return lines.get(Math.clamp(line - 1L, 0, lines.size() - 1));
  }

  void add(List<TemplatePart> parts, boolean holds) {
    for (TemplatePart part : parts) {
      switch (part) {
        case TemplatePart.Text text -> add(text);
        case TemplatePart.Value value -> markup.append(VALUE);
        case TemplatePart.If test -> add(holds ? test.body() : test.otherwise(), holds);
        case TemplatePart.Each each -> add(holds ? each.body() : each.otherwise(), holds);
      }
    }
  }

  private void add(TemplatePart.Text text) {
    if (markup.isEmpty() || markup.charAt(markup.length() - 1) == '\n') {
      lines.set(lines.size() - 1, text.line());
    }
    int line = text.line();
    for (int at = text.text().indexOf('\n'); at >= 0; at = text.text().indexOf('\n', at + 1)) {
      lines.add(++line);
    }
    markup.append(text.text());
  }
}
