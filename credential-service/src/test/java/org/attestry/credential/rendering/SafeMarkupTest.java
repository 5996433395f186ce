package org.attestry.credential.rendering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.attestry.contracts.FailureException;
import org.attestry.credential.certificate.CertificateRenderer.LeftOut;
import org.attestry.credential.template.MarkupTemplate;
import org.attestry.credential.typeset.Fonts;
import org.attestry.credential.typeset.Scripts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Exports of other programs are drawn, and nothing in them reads, runs or fetches. */
class SafeMarkupTest {

  private static final String PIXEL =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA"
          + "60e6kgAAAABJRU5ErkJggg==";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<p class=x>a</p>             | the value of attribute class of element p is not in"
            + " quotes.",
        "<p>a                         | element p is not closed; write </p> before this, or <p/>.",
        "<b>x</i></b>                 | element b is not closed",
        "<p hidden>x</p>              | attribute hidden of element p has no value",
        "<p a='1' a='2'/>             | element p has attribute a twice.",
        "<p a='1'b='2'/>              | the tag of element p is not closed here",
        "<p a=\"x/>                    | the value of attribute a of element p has a <",
        "&nbsp;                       | &nbsp; is not known in XML; write its number",
        "a & b                        | there is an & alone; write &amp;.",
        "a &b                         | there is an & alone; write &amp;.",
        "a < b                        | there is a < that begins no element; write &lt;.",
        "<!-- a -- b -->              | a comment has -- in it.",
        "</body></html><p/>           | something stands after the root element.",
        "<p                           | the tag of element p is not closed here",
      })
  void markupThatIsNoXmlIsRefusedWithTheRuleThatItBreaks(String markup, String reason) {
    String message = refusal("<html><body>\n" + markup + "</body></html>");
    assertTrue(
        message
            .replaceFirst(", column \\d+", "")
            .startsWith("Line 2: the markup is not well-formed XML here: " + reason),
        message);
  }

  @Test
  void anElementThatNestsTooDeepIsNamed() {
    String message = refusal("<html>" + "<b>".repeat(60) + "</b>".repeat(60) + "</html>");
    assertTrue(message.contains("element b is in more than 48 others"), message);
    assertTrue(refusal("<html><body>").contains("the text ends before every element is closed."));
  }

  private static String refusal(String markup) {
    return assertThrows(
            FailureException.class,
            () -> SafeMarkup.leftOut(MarkupTemplate.of(markup).outline(true), false))
        .failure()
        .message();
  }

  @ParameterizedTest
  @CsvSource({
    "figma, element foreignObject, filter0_di_12_34 mask0_12_34 pattern0_12_34 #image0_12_34",
    "inkscape, element script, #linearGradient2 filter5 Arrow1 #seal xml:space",
    "libreoffice-draw, '', presentation_clip_path #bullet-char-template-57356 SVGTextShape",
  })
  void whatAProgramExportsIsDrawnUnchangedButForWhatItWritesForItself(
      String program, String warned, String drawn) throws IOException {
    String file = file(program);
    List<LeftOut> leftOut = leftOut(file, true);
    assertEquals(List.of(), leftOut.stream().filter(LeftOut::refused).toList());
    assertEquals(warned, leftOut.stream().map(LeftOut::what).collect(Collectors.joining(" ")));
    String svg = svg(file);
    for (String kept : (drawn + " {{entity.name}}").split(" ")) {
      assertTrue(svg.contains(kept), kept);
    }
    for (String dropped :
        List.of(
            "sodipodi",
            "inkscape:",
            "rdf",
            "ooo:",
            "DOCTYPE",
            "script",
            "foreignObject",
            "glyph")) {
      assertFalse(svg.contains(dropped), dropped);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<table border='1' cellpadding='4' cellspacing='0' bgcolor='#eee'><tr><td nowrap='nowrap'"
            + " bgcolor='red' valign='top'>x</td></tr></table>",
        "<center><font color='#123' face='Arial' size='3'>x</font></center>",
        "<p data-id='7' aria-describedby='a' xml:space='preserve'>x</p>",
        "<style>@font-face { font-family: A; src: url(data:font/ttf;base64,AAEAAAAK) }</style>",
        "<style>@media print { p { color: red } }</style>",
      })
  void whatOnlyDrawsIsKept(String markup) {
    assertEquals(List.of(), leftOut(page(markup), false));
    assertTrue(html(markup).contains("<"), markup);
  }

  @Test
  void shapesOfInlineSvgAreDrawnInPdfsAndItsTextsAreWarnedOf() throws IOException {
    String page =
        """
        <p>name</p>
        <svg viewBox='0 0 9 9' width='300' height='300'>
          <style>.a { fill: #00ff00 }</style>
          <defs><g id='s'><rect width='9' height='9' class='a'/></g></defs>
          <use href='#s'/><text>drawn</text><image href='%s'/>
        </svg>
        """
            .formatted(PIXEL);
    List<LeftOut> warned = leftOut(page(page), false);
    assertEquals(
        List.of("element text in svg", "element image in svg"),
        warned.stream().map(LeftOut::what).toList());
    assertTrue(warned.stream().noneMatch(LeftOut::refused));
    assertTrue(html(page).contains("<text>drawn</text>"), html(page));
    try (PDDocument pdf = Loader.loadPDF(pdf(SafeMarkup.ofPage(page(page))))) {
      assertEquals("name", new PDFTextStripper().getText(pdf).strip());
      assertEquals(0xff00ff00, new PDFRenderer(pdf).renderImage(0).getRGB(200, 200));
    }
  }

  /** The markup is rendered without a check. */
  @ParameterizedTest
  @ValueSource(strings = {"image", "use", "script", "style", "rect", "linearGradient"})
  void theDrawingLibraryFetchesNothing(String name) {
    Document document =
        SafeMarkup.ofPage(page("<svg width='9' height='9'><g id='x'/></svg><p>name</p>"));
    Element hostile = document.createElementNS(PageDrawings.NAMESPACE, name);
    hostile.setAttributeNS(
        "http://www.w3.org/1999/xlink", "xlink:href", "http://evil.example/a.svg#a");
    hostile.setAttribute("style", "fill: url(http://evil.example/b.svg#b)");
    hostile.setTextContent("@import 'http://evil.example/c';");
    document.getElementsByTagName("svg").item(0).appendChild(hostile);
    List<URI> asked = new ArrayList<>();
    ProxySelector before = ProxySelector.getDefault();
    ProxySelector.setDefault(new Asked(asked));
    try {
      pdf(document);
    } catch (FailureException refused) {
      assertTrue(refused.failure().code().endsWith("too-complex"), name);
    } finally {
      ProxySelector.setDefault(before);
    }
    assertEquals(List.of(), asked);
  }

  /** Notes the addresses that are about to be fetched. */
  private static final class Asked extends ProxySelector {
    private final List<URI> asked;

    private Asked(List<URI> asked) {
      this.asked = asked;
    }

    @Override
    public List<Proxy> select(URI uri) {
      asked.add(uri);
      return List.of();
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException cause) {
      asked.add(uri);
    }
  }

  private static byte[] pdf(Document page) {
    return new PdfPages(new Scripts(new Fonts(null))).render(page, null).toByteArray();
  }

  /** The parser of HTML reads a style in SVG as text with entities, not as raw text. */
  @Test
  void aStyleOfInlineSvgIsTheOneThatWasChecked() {
    String html = html("<svg><style>p { content: '&amp;#64;import' }</style></svg>");
    assertTrue(html.contains("&amp;#64;import"), html);
  }

  @Test
  void aPictureInAStyleIsReplacedByItsPixels() {
    String html = html("<p style='background: url(%s)'>x</p>".formatted(PIXEL));
    assertTrue(html.contains("url(data:image/png;base64,"), html);
  }

  @Test
  void aFontInAStyleIsThatOfThePdf() throws IOException {
    byte[] font;
    try (InputStream in = Fonts.open("NotoSerif-Bold")) {
      font = in.readAllBytes();
    }
    String page =
        "<html><head><style>@font-face { font-family: Own; src: url(data:font/ttf;base64,%s) }"
            + " p { font-family: Own }</style></head><body><p>Name</p></body></html>";
    String filled = page.formatted(Base64.getEncoder().encodeToString(font));
    PdfPages pages = new PdfPages(new Scripts(new Fonts(null)));
    try (PDDocument pdf =
        Loader.loadPDF(pages.render(SafeMarkup.ofPage(filled), null).toByteArray())) {
      StringBuilder names = new StringBuilder();
      for (var name : pdf.getPage(0).getResources().getFontNames()) {
        names.append(pdf.getPage(0).getResources().getFont(name).getName()).append(' ');
      }
      assertTrue(names.toString().contains("NotoSerif"), names.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<use href='http://evil/#a'/>",
        "<use xlink:href='evil.svg#a'/>",
        "<use href='data:image/svg+xml;base64,PHN2Zy8+#a'/>",
        "<image href='#a'/>",
        "<image href='http://evil/a.png'/>",
        "<feImage href='http://evil/a.png'/>",
        "<filter id='f'><feImage href='#evil'/></filter>",
        "<rect filter='url(http://evil/#a)'/>",
        "<rect mask='url(\"http://evil/#a\")'/>",
        "<rect fill='url( //evil/#a )'/>",
        "<rect fill='url(#a) url(http://evil/)'/>",
        "<rect style='fill:url(//evil/#a)'/>",
        "<rect style='fill:url(#a);mask:url(http://evil/#b)'/>",
        "<rect style='marker:u\\72l(http://evil/)'/>",
        "<style>@import url(#a) 'http://evil/';</style>",
        "<style>@font-face { src: url(http://evil/a.ttf) }</style>",
        "<style>@font-face { src: local(evil) }</style>",
        "<style>rect { fill: url('http://evil/') }</style>",
        "<style>rect { content: image-set('http://evil/' 1x) }</style>",
        "<animate href='#a' attributeName='href' to='http://evil/'/>",
        "<set attributeName='href' to='javascript:evil()'/>",
        "<a href='javascript:evil()'><rect/></a>",
        "<iframe src='http://evil/'/>",
        "<image href='data:image/svg+xml;base64,PHN2Zy8+' id='evil'><title/></image><evil/>",
      })
  void whatNamesSomethingElsewhereIsRefused(String hostile) {
    String svg =
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>"
            + "<rect width='1'/>%s</svg>";
    assertTrue(leftOut(svg.formatted(hostile), true).stream().anyMatch(LeftOut::refused), hostile);
    String kept = svg(svg.formatted(hostile));
    for (String sign :
        List.of("http://evil", "//evil", "javascript", "evil.svg", "svg+xml", "local(")) {
      assertFalse(kept.contains(sign), kept);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<g xml:base='http://evil/'><use href='#a'/></g>",
        "<evil:x xmlns:evil='http://evil/'><rect/></evil:x>",
        "<metadata><evil/></metadata>",
        "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='file:///evil'/>",
        "<g xmlns:h='urn:evil' h:href='evil'/>",
        "<script>evil()</script>",
        "<rect onload='evil()' onEnd='evil()'/>",
        "<foreignObject><iframe src='evil'/></foreignObject>",
        "<x xmlns='urn:evil'><evil/></x>",
      })
  void whatIsNotDrawnIsDropped(String foreign) {
    String svg = "<svg xmlns='http://www.w3.org/2000/svg'>%s</svg>".formatted(foreign);
    assertEquals(List.of(), leftOut(svg, true).stream().filter(LeftOut::refused).toList());
    assertFalse(svg(svg).contains("evil"), svg(svg));
  }

  @Test
  void elementsOfSvgWithAPrefixAreRefusedAndNotDropped() {
    String svg =
        "<svg xmlns='http://www.w3.org/2000/svg'"
            + " xmlns:s='http://www.w3.org/2000/svg'><s:rect/></svg>";
    assertTrue(leftOut(svg, true).getFirst().refused());
  }

  @Test
  void aFewElementsThatUseOneAnotherAreTooMuch() {
    String bomb =
        IntStream.range(0, 9)
            .mapToObj(
                n ->
                    "<g id='a%d'>%s</g>"
                        .formatted(n, "<use href='#a%d'/>".formatted(n + 1).repeat(10)))
            .collect(Collectors.joining("", "", "<rect id='a9'/>"));
    refusesAsTooComplex(bomb);
    refusesAsTooComplex(bomb.replace("<use href='#", "<rect fill='url(#").replace("'/>", ")'/>"));
    refusesAsTooComplex("<g id='a'><use href='#a'/></g>");
    refusesAsTooComplex("<pattern id='a'><rect style='fill:url(\"#a\")'/></pattern>");
  }

  @Test
  void aLongChainOfReferencesIsTooMuch() {
    refusesAsTooComplex(
        IntStream.range(0, 4_000)
            .mapToObj(n -> "<use id='a%d' href='#a%d'/>".formatted(n, n + 1))
            .collect(Collectors.joining()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<table background='http://evil/'/> | attribute background of table",
        "<img src='http://evil/a.png'/> | data:image/png",
        "<a href='javascript:x()'>x</a> | http:, https: or mailto:",
        "<svg><use href='http://evil/#a'/></svg> | #name",
        "<blink>x</blink> | element blink",
      })
  void aRefusalIsAboutWhatIsRefused(String markup, String said) {
    LeftOut refused =
        leftOut(page(markup), false).stream().filter(LeftOut::refused).findFirst().orElseThrow();
    assertTrue((refused.what() + " " + refused.why()).contains(said), refused.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE html>%s",
        "<!doctype html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\""
            + " \"http://www.w3.org/x>y.dtd\">%s",
        "<?xml version='1.0'?>\n"
            + "<!-- a <!DOCTYPE x [ --><!DOCTYPE html SYSTEM 'about:legacy-compat'>%s",
      })
  void aDocumentTypeWithoutASubsetIsDropped(String document) {
    assertEquals(List.of(), leftOut(document.formatted(page("<p>x</p>")), false));
  }

  @Test
  void aDocumentTypeWithASubsetIsRefusedAsSuch() {
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> leftOut("<!DOCTYPE html [<!ENTITY a 'b'>]>" + page("&a;"), false));
    assertTrue(refused.failure().message().contains("subset"), refused.failure().message());
  }

  private static void refusesAsTooComplex(String body) {
    String svg = "<svg xmlns='http://www.w3.org/2000/svg'>%s</svg>".formatted(body);
    FailureException refused = assertThrows(FailureException.class, () -> svg(svg));
    assertEquals("credential.certificate.too-complex", refused.failure().code());
  }

  private static String page(String body) {
    return "<html><head></head><body>%s</body></html>".formatted(body);
  }

  private static String html(String body) {
    return MarkupWriter.write(SafeMarkup.of(page(body), false), false);
  }

  private static String svg(String document) {
    return MarkupWriter.write(SafeMarkup.of(document, true), true);
  }

  private static List<LeftOut> leftOut(String markup, boolean svg) {
    return SafeMarkup.leftOut(MarkupTemplate.of(markup).outline(true), svg);
  }

  private static String file(String program) throws IOException {
    try (InputStream in =
        SafeMarkupTest.class.getResourceAsStream("/templates/" + program + ".svg")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
