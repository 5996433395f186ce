package org.attestry.credential.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.CredentialOperations.TemplateRead;
import org.attestry.runtime.fair.Budget;

/** A template of HTML or SVG. Every value is escaped, also in {@code {{{path}}}}. */
public final class MarkupTemplate {

  private final String source;
  private final List<TemplatePart> parts;

  private MarkupTemplate(String source, List<TemplatePart> parts) {
    this.source = source;
    this.parts = parts;
  }

  /**
   * @throws FailureException INVALID for an invalid template
   */
  public static MarkupTemplate of(String source) {
    try {
      return new MarkupTemplate(source, TemplateText.parse(source));
    } catch (TemplateSyntaxException e) {
      throw invalid(e);
    }
  }

  /**
   * @throws FailureException INVALID for a result that is too long, or a spent budget
   */
  public String fill(JsonNode data, Budget budget) {
    Escaped escaped = new Escaped();
    try {
      new Rendering(budget).render(parts, Scope.root(data), escaped);
    } catch (TemplateSyntaxException e) {
      throw invalid(e);
    }
    return escaped.out.toString();
  }

  /**
   * Returns the markup with {@link Outline#VALUE} in place of each value.
   *
   * @param holds whether it has the bodies of all blocks, or their alternatives
   */
  public Outline outline(boolean holds) {
    Outline outline = new Outline(source);
    outline.add(parts, holds);
    return outline;
  }

  /** Returns the places at which the template reads data. */
  public List<TemplateRead> reads() {
    return TemplateReads.of(parts);
  }

  private static FailureException invalid(TemplateSyntaxException e) {
    String place = e.place() == null ? "" : e.place().words();
    return FailureException.invalid(
        "credential.template.invalid", "/template", "template", place + e.getMessage());
  }

  private static final class Escaped implements Output {
    private final StringBuilder out = new StringBuilder(8 << 10);

    @Override
    public void text(String text) {
      out.append(text);
    }

    @Override
    public void value(JsonNode value, String text) {
      text.codePoints().filter(Escaped::inXml).forEach(this::escape);
    }

    /** Says whether the character is allowed in XML 1.0 (section 2.2, Char). */
    private static boolean inXml(int c) {
      return c >= 0x20 ? c < 0xD800 || c > 0xDFFF && c != 0xFFFE && c != 0xFFFF : c == 9 || c == 10;
    }

    private void escape(int c) {
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        case '{' -> out.append("&#123;");
        default -> out.appendCodePoint(c);
      }
    }
  }
}
