package org.attestry.credential.rendering;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.attestry.contracts.FailureException;
import org.attestry.credential.domain.certificate.CertificateRenderer.LeftOut;
import org.attestry.credential.domain.template.Outline;
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
 * HTML in XML syntax, or SVG, reduced to elements and attributes that only draw: nothing in it
 * reads, fetches, runs or includes anything. Document types, entities and processing instructions
 * are refused or dropped before anything acts on them.
 */
final class SafeMarkup {

  private static final int MOST_CHARACTERS = 600_000;
  private static final int MOST_ELEMENTS = 5_000;
  private static final int MOST_TABLES_DEEP = 4;
  private static final String DEEPEST = "48";
  private static final String REMEDY =
      " Close every element, quote attributes, write &#160; for &nbsp;, and leave out every DOCTYPE"
          + " but <!DOCTYPE html>.";
  private static final int MOST_LEFT_OUT = 20;
  private static final Pattern HTML_TYPE = Pattern.compile("(?is)^\\s*<!doctype\\s+html\\s*>");
  private static final Pattern CSS_READS =
      Pattern.compile(
          "(?i)@|\\\\|(url|image|image-set|cross-fade|element|src)\\s*\\(|expression|behavior|binding"
              + "|column|-fs-|<");
  private static final Pattern PAGE_RULE =
      Pattern.compile("(?i)@(page|media\\s+print|media\\s+screen)\\b");
  private static final Pattern LINK = Pattern.compile("(?i)(https?://|mailto:)[^\\s]{1,2000}");
  private static final Pattern SPAN = Pattern.compile("[1-4]?[0-9]");
  private static final Pattern LOCAL_PAINT = Pattern.compile("url\\(#[A-Za-z][\\w-]*\\)");

  private static final Set<String> HTML =
      Set.of(
          ("html head title style body div span p h1 h2 h3 h4 h5 h6 table thead tbody tfoot tr th"
               + " td caption colgroup col ul ol li dl dt dd br hr img b strong i em u s small sub"
               + " sup blockquote header footer section article main figure figcaption address time"
               + " a")
              .split(" "));
  private static final Set<String> HTML_ATTRIBUTES =
      Set.of(
          ("class id style lang dir title alt width height colspan rowspan scope align valign src"
                  + " href role aria-label aria-hidden datetime")
              .split(" "));
  private static final Set<String> SVG =
      Set.of(
          ("svg g rect circle ellipse line path polyline polygon text tspan title desc defs"
                  + " linearGradient radialGradient stop clipPath image style")
              .split(" "));
  private static final Set<String> SVG_ATTRIBUTES =
      Set.of(
          ("class id style lang xml:lang dir direction unicode-bidi xmlns xmlns:xlink viewBox width"
                  + " height x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy d points transform fill"
                  + " fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap"
                  + " stroke-linejoin stroke-dasharray opacity offset stop-color stop-opacity"
                  + " clip-path gradientUnits gradientTransform font-family font-size font-weight"
                  + " font-style text-anchor letter-spacing dominant-baseline preserveAspectRatio"
                  + " role aria-label textLength href xlink:href")
              .split(" "));

  private final boolean svg;
  private final boolean outline;
  private final List<LeftOut> leftOut = new ArrayList<>();
  private int elements;

  private SafeMarkup(boolean svg, boolean outline) {
    this.svg = svg;
    this.outline = outline;
  }

  /**
   * Markup that only draws.
   *
   * @throws FailureException INVALID for text that is not well-formed or too much
   */
  static Document of(String text, boolean svg) {
    Document document = parse(text, svg, IntUnaryOperator.identity());
    new SafeMarkup(svg, false).clean(document);
    return document;
  }

  /**
   * What is left out of a template's markup, and values where they could do more than be read.
   *
   * @throws FailureException INVALID for text that is not well-formed or too much
   */
  static List<LeftOut> leftOut(Outline outline, boolean svg) {
    SafeMarkup markup = new SafeMarkup(svg, true);
    Document document = parse(outline.markup(), svg, outline::lineInTemplate);
    markup.clean(document);
    return List.copyOf(markup.leftOut);
  }

  private static Document parse(String text, boolean svg, IntUnaryOperator lines) {
    if (text.length() > MOST_CHARACTERS) {
      throw PdfPages.tooComplex("It is longer than %d characters.".formatted(MOST_CHARACTERS));
    }
    Document document = parse(svg ? text : withoutType(text), lines);
    String root = svg ? "svg" : "html";
    if (!document.getDocumentElement().getTagName().equals(root)) {
      throw invalid("The root element is not %s: write the whole document.".formatted(root));
    }
    return document;
  }

  /** The lines stay where they are. */
  private static String withoutType(String html) {
    Matcher type = HTML_TYPE.matcher(html);
    return type.find() ? type.group().replaceAll("[^\n]", "") + html.substring(type.end()) : html;
  }

  private static Document parse(String text, IntUnaryOperator lines) {
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
      throw invalid(
          "Line %d: the markup is not well-formed XML here, or nests deeper than %s elements.%s"
              .formatted(lines.applyAsInt(e.getLineNumber()), DEEPEST, REMEDY));
    } catch (SAXException | IOException e) {
      throw invalid("The markup is not well-formed XML." + REMEDY);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private void clean(Document document) {
    clean(document.getDocumentElement(), 0);
    for (Node child = document.getFirstChild(); child != null; ) {
      Node next = child.getNextSibling();
      if (child != document.getDocumentElement()) {
        unseen(document, child);
      }
      child = next;
    }
  }

  private void clean(Element element, int tables) {
    if (++elements > MOST_ELEMENTS) {
      throw PdfPages.tooComplex("It has more than %d elements.".formatted(MOST_ELEMENTS));
    }
    attributes(element);
    for (Node child = element.getFirstChild(); child != null; ) {
      Node next = child.getNextSibling();
      switch (child.getNodeType()) {
        case Node.TEXT_NODE -> {
          // Text stays as it is.
        }
        case Node.ELEMENT_NODE -> child((Element) child, tables);
        default -> unseen(element, child);
      }
      child = next;
    }
  }

  private void unseen(Node parent, Node child) {
    if (child instanceof ProcessingInstruction instruction) {
      drop("instruction " + shown(instruction.getTarget()), "<?" + instruction.getTarget());
    } else if (child instanceof Comment comment && comment.getData().contains(Outline.VALUE)) {
      drop("a value in a comment", "<!--");
    }
    parent.removeChild(child);
  }

  private void child(Element child, int tables) {
    String name = child.getTagName();
    if (isEncoding(child)) {
      child.getParentNode().removeChild(child);
      return;
    }
    boolean table = name.equals("table");
    boolean known = (svg ? SVG : HTML).contains(name);
    if (known && name.equals("style")) {
      textAlone(child);
    }
    boolean reads = name.equals("style") && changesCss(child.getTextContent());
    boolean deep = table && tables == MOST_TABLES_DEEP;
    if (!known || reads || deep) {
      drop(
          reads
              ? "a style element that reads, imports or has values"
              : "element " + shown(name) + (deep ? " below four others" : ""),
          "<" + name);
      child.getParentNode().removeChild(child);
      return;
    }
    clean(child, table ? tables + 1 : tables);
    boolean image = name.equals("img") || name.equals("image");
    if (image
        && !child.hasAttribute("src")
        && !child.hasAttribute("href")
        && !child.hasAttribute("xlink:href")) {
      child.getParentNode().removeChild(child);
    }
  }

  /** Leaves a style's own text, before it is checked: elements that are removed later join it. */
  private void textAlone(Element style) {
    for (Node child = style.getFirstChild(); child != null; ) {
      Node next = child.getNextSibling();
      if (child.getNodeType() == Node.ELEMENT_NODE) {
        drop("an element in style", "<" + child.getNodeName());
        style.removeChild(child);
      } else if (child.getNodeType() != Node.TEXT_NODE) {
        unseen(style, child);
      }
      child = next;
    }
  }

  /** Whether it states the charset or viewport, which every certificate has anyway. */
  private boolean isEncoding(Element element) {
    return !svg
        && element.getTagName().equals("meta")
        && (element.hasAttribute("charset") || element.getAttribute("name").equals("viewport"));
  }

  private void attributes(Element element) {
    NamedNodeMap all = element.getAttributes();
    for (int i = all.getLength() - 1; i >= 0; i--) {
      Attr attribute = (Attr) all.item(i);
      if (!allowed(element, attribute)) {
        drop(
            "attribute " + shown(attribute.getName()) + " of " + shown(element.getTagName()),
            attribute.getName() + "=");
        element.removeAttributeNode(attribute);
      }
    }
  }

  private boolean allowed(Element element, Attr attribute) {
    String name = attribute.getName();
    String value = attribute.getValue();
    if (!(svg ? SVG_ATTRIBUTES : HTML_ATTRIBUTES).contains(name)) {
      return name.equals("xmlns") && value.equals("http://www.w3.org/1999/xhtml");
    }
    if (outline && value.startsWith(Outline.VALUE) && !name.equals("style")) {
      return true;
    }
    return switch (name) {
      case "style" -> !changesCss(value);
      case "src" -> element.getTagName().equals("img") && image(attribute);
      case "href", "xlink:href" ->
          switch (element.getTagName()) {
            case "a" -> LINK.matcher(value).matches();
            case "image" -> image(attribute);
            default -> false;
          };
      case "colspan", "rowspan" -> SPAN.matcher(value).matches();
      case "xmlns" -> value.equals("http://www.w3.org/2000/svg");
      case "xmlns:xlink" -> value.equals("http://www.w3.org/1999/xlink");
      default -> LOCAL_PAINT.matcher(value).matches() || !canName(value);
    };
  }

  /** Whether an attribute can name a resource: those of SVG are read as CSS, with its escapes. */
  private boolean canName(String value) {
    return value.toLowerCase(Locale.ROOT).contains("url(") || svg && value.indexOf('\\') >= 0;
  }

  /** Replaces the image by one without anything but pixels. */
  private static boolean image(Attr attribute) {
    String kept = SafeImage.of(attribute.getValue());
    if (kept == null) {
      return false;
    }
    attribute.setValue(kept);
    return true;
  }

  private boolean changesCss(String css) {
    return outline && css.contains(Outline.VALUE) || readsCss(css);
  }

  private static boolean readsCss(String css) {
    return CSS_READS.matcher(PAGE_RULE.matcher(css).replaceAll("")).find();
  }

  private void drop(String what, String written) {
    LeftOut one = new LeftOut(what, written);
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
