package org.attestry.credential.rendering;

import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FSFontUseCase;
import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FontStyle;
import com.openhtmltopdf.outputdevice.helper.ExternalResourceControlPriority;
import com.openhtmltopdf.outputdevice.helper.ExternalResourceType;
import com.openhtmltopdf.pdfboxout.PdfBoxRenderer;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder.CacheStore;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder.PdfAConformance;
import com.openhtmltopdf.svgsupport.BatikSVGDrawer;
import com.openhtmltopdf.util.XRLog;
import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentNameDictionary;
import org.apache.pdfbox.pdmodel.PDEmbeddedFilesNameTreeNode;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.common.filespecification.PDComplexFileSpecification;
import org.apache.pdfbox.pdmodel.common.filespecification.PDEmbeddedFile;
import org.attestry.contracts.FailureException;
import org.attestry.credential.typeset.ChineseForm;
import org.attestry.credential.typeset.FontMetrics;
import org.attestry.credential.typeset.Fonts;
import org.attestry.credential.typeset.Scripts;
import org.attestry.credential.typeset.ShapedText;
import org.attestry.credential.typeset.TextDirections;
import org.attestry.credential.typeset.TooComplex;
import org.w3c.dom.Document;

/** PDF/A-3b from checked markup, with the signed credential as an associated file (ISO 19005-3). */
final class PdfPages {

  /** The name of the embedded file with the signed credential. */
  static final String FILE = "credential.json";

  private static final int MOST_PAGES = 20;
  private static final byte[] SRGB = ICC_Profile.getInstance(ColorSpace.CS_sRGB).getData();

  /** Fonts for templates that name none, or none that is bundled. */
  private static final Set<FSFontUseCase> ALSO_FALLBACK =
      Set.of(FSFontUseCase.DOCUMENT, FSFontUseCase.FALLBACK_FINAL);

  static {
    XRLog.setLoggingEnabled(false);
  }

  private final Scripts scripts;
  private final FontMetrics metrics = new FontMetrics();
  private final Map<String, byte[]> fonts =
      Map.of(
          "NotoSans-Regular", bytes("NotoSans-Regular"),
          "NotoSans-Bold", bytes("NotoSans-Bold"),
          "NotoSerif-Bold", bytes("NotoSerif-Bold"));

  PdfPages(Scripts scripts) {
    this.scripts = scripts;
  }

  /**
   * Renders a document. It takes as much time and memory as the markup needs, so it must run in a
   * process of its own.
   *
   * @param credential the signed credential, or null
   * @throws FailureException INVALID if the pages are too many or cannot be laid out, UNPROCESSABLE
   *     if no font has a character
   */
  ByteArrayOutputStream render(Document markup, String credential) {
    try (PdfBoxRenderer renderer = renderer(markup)) {
      ShapedText text = new ShapedText(scripts, ChineseForm.of(markup));
      renderer.getSharedContext().setTextRenderer(text);
      renderer.layout();
      text.requireAllPrinted();
      renderer.createPDFWithoutClosing();
      text.finish();
      PDDocument document = renderer.getPdfDocument();
      if (credential != null) {
        attach(document, credential.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
      ByteArrayOutputStream pdf = new ByteArrayOutputStream(64 << 10);
      document.save(pdf);
      if (pdf.size() > RendererFrames.MOST_PDF) {
        throw TooComplex.because(
            "As a PDF it is larger than %d MB.".formatted(RendererFrames.MOST_PDF >> 20));
      }
      return pdf;
    } catch (FailureException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw cause(e);
    }
  }

  private PdfBoxRenderer renderer(Document markup) {
    PdfRendererBuilder builder = new PdfRendererBuilder();
    builder.withW3cDocument(markup, null);
    builder.usePdfAConformance(PdfAConformance.PDFA_3_B);
    builder.useColorProfile(SRGB);
    builder.withProducer("Attestry");
    builder.useSVGDrawer(
        new BatikSVGDrawer(
            BatikSVGDrawer.SvgScriptMode.SECURE, BatikSVGDrawer.SvgExternalResourceMode.SECURE));
    builder.useUriResolver((base, uri) -> isImage(uri) || isFont(uri) ? uri : null);
    builder.useExternalResourceAccessControl(
        (uri, type) ->
            type == ExternalResourceType.IMAGE_RASTER && isImage(uri)
                || type == ExternalResourceType.FONT && isFont(uri),
        ExternalResourceControlPriority.RUN_AFTER_RESOLVING_URI);
    builder.useUnicodeBidiSplitter(TextDirections::new);
    builder.useUnicodeBidiReorderer(TextDirections.logical(scripts));
    builder.useCacheStore(CacheStore.PDF_FONT_METRICS, metrics);
    builder.usePageSupplier(
        (document, width, height, page, shadow) -> page(document, width, height));
    useFont(builder, "NotoSans-Regular", "Noto Sans", 400, ALSO_FALLBACK);
    useFont(builder, "NotoSans-Bold", "Noto Sans", 700, ALSO_FALLBACK);
    useFont(builder, "NotoSerif-Bold", "Noto Serif", 700, Set.of(FSFontUseCase.DOCUMENT));
    return builder.buildPdfRenderer();
  }

  private void useFont(
      PdfRendererBuilder builder, String file, String family, int weight, Set<FSFontUseCase> uses) {
    builder.useFont(
        () -> new ByteArrayInputStream(fonts.get(file)),
        family,
        weight,
        FontStyle.NORMAL,
        true,
        uses);
  }

  private static boolean isImage(String uri) {
    return uri != null && uri.startsWith("data:image/");
  }

  private static boolean isFont(String uri) {
    return uri != null && SafeCss.isFont(uri);
  }

  private static PDPage page(PDDocument document, float width, float height) {
    if (document.getNumberOfPages() >= MOST_PAGES) {
      throw TooComplex.because("It has more than %d pages.".formatted(MOST_PAGES));
    }
    PDPage page = new PDPage(new PDRectangle(width, height));
    document.addPage(page);
    return page;
  }

  private static void attach(PDDocument document, byte[] credential) throws IOException {
    PDEmbeddedFile file = new PDEmbeddedFile(document, new ByteArrayInputStream(credential));
    file.setSubtype("application/vc+ld+json");
    file.setSize(credential.length);
    file.setModDate(java.util.Calendar.getInstance());
    PDComplexFileSpecification named = new PDComplexFileSpecification();
    named.setFile(FILE);
    named.setFileUnicode(FILE);
    named.setFileDescription("The signed credential");
    named.setEmbeddedFile(file);
    named.setEmbeddedFileUnicode(file);
    named.getCOSObject().setName("AFRelationship", "Source");
    PDEmbeddedFilesNameTreeNode tree = new PDEmbeddedFilesNameTreeNode();
    tree.setNames(Map.of(FILE, named));
    PDDocumentNameDictionary names = new PDDocumentNameDictionary(document.getDocumentCatalog());
    names.setEmbeddedFiles(tree);
    document.getDocumentCatalog().setNames(names);
    COSArray associated = new COSArray();
    associated.add(named.getCOSObject());
    document.getDocumentCatalog().getCOSObject().setItem(COSName.getPDFName("AF"), associated);
  }

  private static FailureException cause(Throwable thrown) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      if (e instanceof FailureException failure) {
        return failure;
      }
    }
    return TooComplex.because("It cannot be laid out.");
  }

  private static byte[] bytes(String file) {
    try (InputStream in = Fonts.open(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
