package org.attestry.credential.rendering;

import java.util.Map;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Prepares the inline SVG of a page for a PDF, in which its shapes are drawn. Its texts are left
 * out: they would be drawn as outlines that nobody can extract, in any font that has the
 * characters. Its images are left out: they would be decoded without the limits of other images.
 */
final class PageDrawings {

  static final String NAMESPACE = "http://www.w3.org/2000/svg";

  /** Elements that are left out, to the remedies. */
  static final Map<String, String> LEFT_OUT =
      Map.of(
          "text", "A PDF shows no text of inline SVG: write it in HTML, or as paths.",
          "image", "A PDF shows no picture in inline SVG: use img.");

  private static final String XLINK = "http://www.w3.org/1999/xlink";
  private static final String DRAWING = "svg";
  private static final String REFERENCE = "href";

  private final Document document;

  private PageDrawings(Document document) {
    this.document = document;
  }

  /** Changes checked HTML so that its drawings can be drawn. */
  static void prepare(Document document) {
    new PageDrawings(document).prepare(document.getDocumentElement(), false);
  }

  private void prepare(Element element, boolean drawing) {
    boolean inner = drawing || element.getTagName().equals(DRAWING);
    Element prepared = inner ? named(element) : element;
    for (Node child = prepared.getFirstChild(); child != null; ) {
      Node next = child.getNextSibling();
      if (child instanceof Element one) {
        if (inner && LEFT_OUT.containsKey(one.getTagName())) {
          prepared.removeChild(one);
        } else {
          prepare(one, inner);
        }
      }
      child = next;
    }
  }

  /** Returns the element with its namespaces, which the parser of the markup does not add. */
  private Element named(Element element) {
    Element named = (Element) document.renameNode(element, NAMESPACE, element.getTagName());
    if (named.hasAttribute(REFERENCE)) {
      named.setAttributeNS(XLINK, "xlink:" + REFERENCE, named.getAttribute(REFERENCE));
      named.removeAttribute(REFERENCE);
    }
    return named;
  }
}
