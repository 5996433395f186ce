package org.attestry.credential.rendering;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.credential.typeset.TooComplex;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Computes the size of a document in which every reference to an id is drawn. A few elements that
 * use one another can make it exponential.
 */
final class LocalReferences {

  private static final long MOST_DRAWN = 100_000;

  /** The limit of nested elements, and of references to references. */
  private static final int DEEPEST = 200;

  private static final Pattern URL = Pattern.compile("(?i)url\\(\\s*[\"']?#([\\w.:-]+)");

  private final Map<String, Element> ids = new HashMap<>();
  private final Map<Element, Long> drawn = new IdentityHashMap<>();
  private long elements;
  private long styled;

  private LocalReferences() {}

  /**
   * @throws org.attestry.contracts.FailureException INVALID if the size is too large or infinite
   */
  static void requireBounded(Document document) {
    LocalReferences references = new LocalReferences();
    references.collect(document.getDocumentElement());
    long all = references.drawn(document.getDocumentElement(), 0);
    if (all + references.styled > MOST_DRAWN) {
      throw tooMuch();
    }
  }

  private void collect(Element element) {
    elements++;
    if (!element.getAttribute("id").isEmpty()) {
      ids.putIfAbsent(element.getAttribute("id"), element);
    }
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element inner) {
        collect(inner);
      }
    }
  }

  /** Returns the size of the element with its references, up to the limit. */
  private long drawn(Element element, int depth) {
    if (depth > DEEPEST) {
      throw tooMuch();
    }
    Long known = drawn.get(element);
    if (known != null) {
      if (known < 0) {
        throw tooMuch();
      }
      return known;
    }
    drawn.put(element, -1L);
    long sum = 1;
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element inner) {
        sum = bounded(sum + drawn(inner, depth + 1));
      }
    }
    if (element.getTagName().equals("style")) {
      for (String id : urls(element.getTextContent())) {
        styled = bounded(styled + elements * target(id, depth));
      }
    }
    for (String id : references(element)) {
      sum = bounded(sum + target(id, depth));
    }
    drawn.put(element, sum);
    return sum;
  }

  private long target(String id, int depth) {
    Element target = ids.get(id);
    return target == null ? 0 : drawn(target, depth + 1);
  }

  private static long bounded(long sum) {
    if (sum > MOST_DRAWN) {
      throw tooMuch();
    }
    return sum;
  }

  private static List<String> references(Element element) {
    List<String> ids = new ArrayList<>();
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      String value = attributes.item(i).getNodeValue();
      String name = attributes.item(i).getNodeName();
      if ((name.equals("href") || name.equals("xlink:href")) && value.startsWith("#")) {
        ids.add(value.substring(1));
      } else {
        ids.addAll(urls(value));
      }
    }
    return ids;
  }

  private static List<String> urls(String css) {
    List<String> ids = new ArrayList<>();
    Matcher url = URL.matcher(css);
    while (url.find()) {
      ids.add(url.group(1));
    }
    return ids;
  }

  private static RuntimeException tooMuch() {
    return TooComplex.because(
        "Its references to ids make more than %d elements, make too long a chain, or lead back to where they begin."
            .formatted(MOST_DRAWN));
  }
}
