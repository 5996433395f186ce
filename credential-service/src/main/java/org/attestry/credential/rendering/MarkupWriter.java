package org.attestry.credential.rendering;

import java.util.Set;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** Writes checked markup as HTML or SVG text. */
final class MarkupWriter {

  private static final Set<String> VOID = Set.of("br", "hr", "img", "col");

  private final boolean svg;
  private final StringBuilder out = new StringBuilder(8 << 10);

  private MarkupWriter(boolean svg) {
    this.svg = svg;
  }

  static String write(Document document, boolean svg) {
    MarkupWriter writer = new MarkupWriter(svg);
    writer.out.append(svg ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" : "<!DOCTYPE html>\n");
    writer.element(document.getDocumentElement(), svg);
    return writer.out.append('\n').toString();
  }

  /**
   * @param drawing whether it is an element of SVG, in which the text of a style is escaped in HTML
   *     too
   */
  private void element(Element element, boolean drawing) {
    String name = element.getTagName();
    boolean inner = drawing || name.equals("svg");
    out.append('<').append(name);
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      out.append(' ').append(attributes.item(i).getNodeName()).append("=\"");
      escape(attributes.item(i).getNodeValue());
      out.append('"');
    }
    if (inner && !element.hasChildNodes()) {
      out.append("/>");
      return;
    }
    out.append('>');
    if (!inner && VOID.contains(name)) {
      return;
    }
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element below) {
        element(below, inner);
      } else if (!inner && name.equals("style")) {
        out.append(child.getNodeValue());
      } else {
        escape(child.getNodeValue());
      }
    }
    out.append("</").append(name).append('>');
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        default -> out.append(c);
      }
    }
  }
}
