package org.attestry.credential.rendering;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.attestry.contracts.FailureException;
import org.attestry.credential.certificate.CertificateRenderer.LeftOut;
import org.attestry.credential.template.Outline;
import org.attestry.credential.template.TextPlace;
import org.attestry.credential.typeset.TooComplex;
import org.w3c.dom.Attr;
import org.w3c.dom.Comment;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.ProcessingInstruction;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reduces HTML in XML syntax, or SVG, to elements and attributes that only draw: nothing in it
 * reads, fetches, runs or includes anything. Document types, entities and processing instructions
 * are refused or dropped before they take effect. Parts that other programs write for themselves
 * are dropped.
 */
final class SafeMarkup {

  private static final int MOST_CHARACTERS = 600_000;
  private static final int MOST_ELEMENTS = 5_000;
  private static final int MOST_TABLES_DEEP = 4;
  private static final String DEEPEST = "48";
  private static final String REMEDY =
      " Close every element, quote attributes, write &#160; for &nbsp;, and leave out every DOCTYPE"
          + " with a subset in brackets.";
  private static final int MOST_LEFT_OUT = 20;
  private static final Pattern LINK = Pattern.compile("(?i)(https?://|mailto:)[^\\s]{1,2000}");
  private static final Pattern SPAN = Pattern.compile("[1-4]?[0-9]");
  private static final Pattern ID = Pattern.compile("#[A-Za-z_][\\w.:-]{0,200}");
  private static final Set<String> OWN_NAMESPACES =
      Set.of(PageDrawings.NAMESPACE, "http://www.w3.org/1999/xhtml");

  private static final String RUNS_NOTHING = "A template only draws, and runs nothing.";

  private static final Set<String> OWN_PREFIXED =
      Set.of("xlink:href", "xmlns:xlink", "xml:space", "xml:lang");

  private static final Pattern EVENT = Pattern.compile("(?i)on[a-z:]*");

  /** Attributes with data for programs, and with names for screen readers. */
  private static final Pattern NAMED = Pattern.compile("(data|aria)-[\\w.-]{1,100}");

  private static final Set<String> TEXT_ALONE = Set.of("style", "title", "desc");

  private final boolean svg;
  private final boolean outline;
  private final List<LeftOut> leftOut = new ArrayList<>();

  /** Prefixes that are declared so far for HTML or SVG: the parser does not handle namespaces. */
  private final Set<String> ownPrefixes = new HashSet<>();

  private int elements;

  private SafeMarkup(boolean svg, boolean outline) {
    this.svg = svg;
    this.outline = outline;
  }

  /**
   * Returns markup that only draws.
   *
   * @throws FailureException INVALID for text that is not well-formed or too large
   */
  static Document of(String text, boolean svg) {
    Document document = parse(text, svg, UnaryOperator.identity());
    new SafeMarkup(svg, false).clean(document);
    LocalReferences.requireBounded(document);
    return document;
  }

  /**
   * Returns HTML for a PDF, with the parts of inline SVG that {@link PageDrawings} keep.
   *
   * @throws FailureException INVALID for text that is not well-formed or too large
   */
  static Document ofPage(String text) {
    Document document = of(text, false);
    PageDrawings.prepare(document);
    return document;
  }

  /**
   * Returns the parts of a template that are left out, and values at places where they could do
   * more than be read.
   *
   * @throws FailureException INVALID for text that is not well-formed or too large
   */
  static List<LeftOut> leftOut(Outline outline, boolean svg) {
    SafeMarkup markup = new SafeMarkup(svg, true);
    Document document = parse(outline.markup(), svg, outline::inTemplate);
    markup.clean(document);
    LocalReferences.requireBounded(document);
    return List.copyOf(markup.leftOut);
  }

  private static Document parse(String text, boolean svg, UnaryOperator<TextPlace> places) {
    if (text.length() > MOST_CHARACTERS) {
      throw TooComplex.because("It is longer than %d characters.".formatted(MOST_CHARACTERS));
    }
    Document document = parse(DocumentType.removed(text), places);
    String root = svg ? "svg" : "html";
    if (!document.getDocumentElement().getTagName().equals(root)) {
      throw invalid("The root element is not %s: write the whole document.".formatted(root));
    }
    return document;
  }

  private static Document parse(String text, UnaryOperator<TextPlace> places) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
      factory.setAttribute("jdk.xml.maxElementDepth", DEEPEST);
      factory.setXIncludeAware(false);
      factory.setExpandEntityReferences(false);
      factory.setCoalescing(true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler());
      return builder.parse(new InputSource(new StringReader(text)));
    } catch (SAXParseException e) {
      TextPlace place = places.apply(new TextPlace(e.getLineNumber(), e.getColumnNumber()));
      throw invalid(
          "%sthe markup is not well-formed XML here%s"
              .formatted(
                  place.words(),
                  MarkupFaults.reason(e.getMessage(), DEEPEST)
                      .map(": "::concat)
                      .orElse(", or nests deeper than %s elements.%s".formatted(DEEPEST, REMEDY))));
    } catch (SAXException | IOException e) {
      throw invalid("The markup is not well-formed XML." + REMEDY);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private void clean(Document document) {
    clean(document.getDocumentElement(), svg, 0);
    for (Node child = document.getFirstChild(); child != null; ) {
      Node next = child.getNextSibling();
      if (child != document.getDocumentElement()) {
        unseen(document, child);
      }
      child = next;
    }
  }

  /**
   * @param drawing whether it is an element of SVG
   * @param tables the number of tables around it
   */
  private void clean(Element element, boolean drawing, int tables) {
    if (++elements > MOST_ELEMENTS) {
      throw TooComplex.because("It has more than %d elements.".formatted(MOST_ELEMENTS));
    }
    attributes(element, drawing);
    for (Node child = element.getFirstChild(); child != null; ) {
      Node next = child.getNextSibling();
      switch (child.getNodeType()) {
        case Node.TEXT_NODE -> {
          // Text is not changed.
        }
        case Node.ELEMENT_NODE -> child((Element) child, drawing, tables);
        default -> unseen(element, child);
      }
      child = next;
    }
  }

  private void unseen(Node parent, Node child) {
    if (child instanceof ProcessingInstruction instruction) {
      drop(
          "instruction " + shown(instruction.getTarget()),
          "<?" + instruction.getTarget(),
          "It tells a program to do something.");
    } else if (child instanceof Comment comment && comment.getData().contains(Outline.VALUE)) {
      drop("a value in a comment", "<!--", "Values stand in texts and attributes.");
    }
    parent.removeChild(child);
  }

  private void child(Element child, boolean drawing, int tables) {
    String name = child.getTagName();
    boolean inner = drawing || name.equals("svg");
    boolean known = (inner ? MarkupNames.SVG : MarkupNames.HTML).contains(name);
    if (isEncoding(child) || isForeign(child) || inner && MarkupNames.UNDRAWN.contains(name)) {
      child.getParentNode().removeChild(child);
    } else if (MarkupNames.DROPPED.contains(name)) {
      warn("element " + name, "<" + name, RUNS_NOTHING);
      child.getParentNode().removeChild(child);
    } else if (!known) {
      drop("element " + shown(name), "<" + name, "It is none of those that only draw.");
      child.getParentNode().removeChild(child);
    } else {
      if (inner && !svg && PageDrawings.LEFT_OUT.containsKey(name)) {
        warn("element %s in svg".formatted(name), "<" + name, PageDrawings.LEFT_OUT.get(name));
      }
      known(child, inner, tables);
    }
  }

  private void known(Element child, boolean drawing, int tables) {
    String name = child.getTagName();
    boolean table = name.equals("table");
    if (table && tables == MOST_TABLES_DEEP) {
      drop("element table below four others", "<table", "Nest tables less deep.");
      child.getParentNode().removeChild(child);
      return;
    }
    if (TEXT_ALONE.contains(name)) {
      textAlone(child);
    }
    if (name.equals("style") && !style(child)) {
      drop(
          "a style element that reads, imports or has values",
          "<style",
          "A style names only #ids of the document, and images and fonts in data: addresses.");
      child.getParentNode().removeChild(child);
      return;
    }
    clean(child, drawing, table ? tables + 1 : tables);
    boolean image = name.equals("img") || name.equals("image");
    if (image
        && !child.hasAttribute("src")
        && !child.hasAttribute("href")
        && !child.hasAttribute("xlink:href")) {
      child.getParentNode().removeChild(child);
    }
  }

  /**
   * Says whether the element is of another vocabulary, which programs write for themselves and
   * nobody draws.
   */
  private boolean isForeign(Element element) {
    String declared = element.getAttribute("xmlns");
    return element.getTagName().contains(":")
        ? !isOwnPrefix(element)
        : !declared.isEmpty() && !OWN_NAMESPACES.contains(declared);
  }

  private boolean isOwnPrefix(Element element) {
    String prefix = element.getTagName().substring(0, element.getTagName().indexOf(':'));
    String declared = element.getAttribute("xmlns:" + prefix);
    return declared.isEmpty() ? ownPrefixes.contains(prefix) : OWN_NAMESPACES.contains(declared);
  }

  private boolean style(Element style) {
    String css = style.getTextContent();
    String kept = outline && css.contains(Outline.VALUE) ? null : SafeCss.of(css);
    if (kept != null && !kept.equals(css)) {
      style.setTextContent(kept);
    }
    return kept != null;
  }

  /**
   * Keeps only the style's own text before it is checked, because the text of elements that are
   * removed later would join it.
   */
  private void textAlone(Element style) {
    for (Node child = style.getFirstChild(); child != null; ) {
      Node next = child.getNextSibling();
      if (child.getNodeType() == Node.ELEMENT_NODE) {
        drop(
            "an element in " + style.getTagName(),
            "<" + child.getNodeName(),
            "There stands text alone.");
        style.removeChild(child);
      } else if (child.getNodeType() != Node.TEXT_NODE) {
        unseen(style, child);
      }
      child = next;
    }
  }

  /**
   * Says whether the element states the charset or viewport, which every certificate has anyway.
   */
  private boolean isEncoding(Element element) {
    return !svg
        && element.getTagName().equals("meta")
        && (element.hasAttribute("charset") || element.getAttribute("name").equals("viewport"));
  }

  private void attributes(Element element, boolean drawing) {
    NamedNodeMap all = element.getAttributes();
    for (int i = all.getLength() - 1; i >= 0; i--) {
      Attr attribute = (Attr) all.item(i);
      String name = attribute.getName();
      if (isForeign(attribute)) {
        if (name.startsWith("xmlns:") && OWN_NAMESPACES.contains(attribute.getValue())) {
          ownPrefixes.add(name.substring("xmlns:".length()));
        }
        element.removeAttributeNode(attribute);
      } else if (EVENT.matcher(name).matches()) {
        warn(
            "attribute " + shown(name) + " of " + shown(element.getTagName()),
            name + "=",
            RUNS_NOTHING);
        element.removeAttributeNode(attribute);
      } else if (!allowed(element, attribute, drawing)) {
        drop(
            "attribute " + shown(name) + " of " + shown(element.getTagName()),
            name + "=",
            remedy(element.getTagName(), name));
        element.removeAttributeNode(attribute);
      }
    }
  }

  private static String remedy(String element, String attribute) {
    if (element.equals("img") || element.equals("image")) {
      return "An image stands in the template as data:image/png or data:image/jpeg, of at most two"
          + " million pixels.";
    }
    return switch (attribute) {
      case "href", "xlink:href" ->
          element.equals("a")
              ? "A link leads to http:, https: or mailto:."
              : "Elements that draw another one name its id, as in #name.";
      case "style" ->
          "A style has no values, and names only #ids of the document and images in data:"
              + " addresses.";
      default -> "It is none of those that only draw, or its value names something elsewhere.";
    };
  }

  /** Says whether the attribute is of another vocabulary, or declares one. */
  private static boolean isForeign(Attr attribute) {
    String name = attribute.getName();
    return name.contains(":") && !OWN_PREFIXED.contains(name) && !EVENT.matcher(name).matches();
  }

  private boolean allowed(Element element, Attr attribute, boolean drawing) {
    String name = attribute.getName();
    String value = attribute.getValue();
    if (name.equals("xmlns")) {
      return OWN_NAMESPACES.contains(value);
    }
    if (!NAMED.matcher(name).matches()
        && !(drawing ? MarkupNames.SVG_ATTRIBUTES : MarkupNames.HTML_ATTRIBUTES).contains(name)) {
      return false;
    }
    if (outline && value.startsWith(Outline.VALUE) && !name.equals("style")) {
      return true;
    }
    return switch (name) {
      case "style" -> style(attribute);
      case "src" -> element.getTagName().equals("img") && image(attribute);
      case "href", "xlink:href" -> reference(element.getTagName(), attribute, drawing);
      case "colspan", "rowspan" -> SPAN.matcher(value).matches();
      case "xmlns:xlink" -> value.equals("http://www.w3.org/1999/xlink");
      default -> !canName(value, drawing);
    };
  }

  private static boolean reference(String element, Attr attribute, boolean drawing) {
    if (element.equals("image")) {
      return image(attribute);
    }
    String value = attribute.getValue();
    return drawing
        ? MarkupNames.REFERRING.contains(element) && ID.matcher(value).matches()
        : element.equals("a") && LINK.matcher(value).matches();
  }

  private boolean style(Attr attribute) {
    String css = attribute.getValue();
    String kept = outline && css.contains(Outline.VALUE) ? null : SafeCss.of(css);
    if (kept != null) {
      attribute.setValue(kept);
    }
    return kept != null && !kept.contains("@");
  }

  /**
   * Says whether the value can be a reference. Attributes of SVG are read as CSS, with its escapes.
   */
  private static boolean canName(String value, boolean drawing) {
    return drawing && value.indexOf('\\') >= 0 || !SafeCss.namesOnlyIds(value);
  }

  /** Replaces the image by one that contains only pixels. */
  private static boolean image(Attr attribute) {
    String kept = SafeImage.of(attribute.getValue());
    if (kept == null) {
      return false;
    }
    attribute.setValue(kept);
    return true;
  }

  private void drop(String what, String written, String why) {
    add(new LeftOut(what, written, why, true));
  }

  /** Warns of a part that a template may have, although it is not shown. */
  private void warn(String what, String written, String why) {
    add(new LeftOut(what, written, why, false));
  }

  private void add(LeftOut one) {
    if (leftOut.size() < MOST_LEFT_OUT && !leftOut.contains(one)) {
      leftOut.add(one);
    }
  }

  private static String shown(String name) {
    return name.length() <= 40 ? name : name.substring(0, 40) + "…";
  }

  private static FailureException invalid(String what) {
    return FailureException.invalid("credential.template.invalid", "/template", "markup", what);
  }
}
