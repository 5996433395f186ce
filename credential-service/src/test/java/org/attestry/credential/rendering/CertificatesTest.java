package org.attestry.credential.rendering;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CertificateOperations.RenderCertificateRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.certificate.CertificateForm;
import org.attestry.credential.certificate.MakeCertificate;
import org.attestry.credential.certificate.RenderCertificate;
import org.attestry.credential.certificate.RenderingQueues;
import org.attestry.credential.template.MarkupTemplate;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Calls;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CertificatesTest {

  private static final Renderers RENDERERS =
      new Renderers(
          new Renderers.Limits(64 << 20, Duration.ofSeconds(10), Duration.ofMinutes(5), null));
  private static final MarkupRenderer RENDERER = new MarkupRenderer(RENDERERS);
  private static final String DEFINITION =
      """
      {"title": "Teaching Certificate / शिक्षण प्रमाणपत्र", "properties": {
        "name": {"title": "Name"},
        "hindi": {"title": "नाम"},
        "tamil": {"title": "பெயர்"},
        "arabic": {"title": "الاسم"},
        "subjects": {"title": "Subjects"},
        "id": {"title": "Register number"}, "type": {"title": "Kind"},
        "school": {"title": "School", "properties": {
          "name": {"title": "Name"}, "city": {"title": "City"}}},
        "dateOfBirth": {"format": "date"}}}
      """;
  private static final String ENTITY =
      """
      {"osid": "1", "school": {"name": "राजकीय उच्चतर माध्यमिक विद्यालय", "city": "Pondichéry"},
       "name": "Lakshmi Śrīnivāsan", "hindi": "लक्ष्मी श्रीनिवासन",
       "tamil": "லக்ஷ்மி ஸ்ரீனிவாசன்", "arabic": "لاكشمي سرينيفاسان",
       "subjects": ["Mathematics", "Physics"], "id": "R-17", "type": "primary",
       "dateOfBirth": "1990-05-06", "osOwner": ["x"]}
      """;
  private static final String HOSTILE =
      """
      {"<script>": "<img src='http://evil/'>{{secret}}", "name": "&amp;\\u0001<b>"}
      """;
  private static final String CREDENTIAL =
      """
      {"id": "urn:uuid:0192f1f0-6b1e-7c3a-9a55-0d6b1c1f2a3b", "type": ["VerifiableCredential"],
       "issuer": "did:web:registry.example.org", "issuanceDate": "2026-11-23T10:00:00Z",
       "credentialSubject": {"name": "Lakshmi"}}
      """;

  /** On a busy machine it takes longer than a call. */
  @BeforeAll
  static void startRenderer() {
    RENDERERS.render("<html><body>x</body></html>", null, soon());
  }

  @AfterAll
  static void endRenderers() {
    RENDERERS.close();
  }

  @Test
  void aPdfHoldsTheSignedCredentialAsAnAssociatedFile() throws Exception {
    byte[] pdf = render(CertificateForm.PDF, CREDENTIAL, null);
    try (PDDocument document = Loader.loadPDF(pdf)) {
      var files = document.getDocumentCatalog().getNames().getEmbeddedFiles().getNames();
      var file = files.get("credential.json");
      assertArrayEquals(
          CREDENTIAL.getBytes(StandardCharsets.UTF_8), file.getEmbeddedFile().toByteArray());
      assertEquals("Source", file.getCOSObject().getNameAsString("AFRelationship"));
      assertEquals(
          1,
          document
              .getDocumentCatalog()
              .getCOSObject()
              .getCOSArray(COSName.getPDFName("AF"))
              .size());
      String metadata =
          new String(
              document.getDocumentCatalog().getMetadata().toByteArray(), StandardCharsets.UTF_8);
      assertTrue(metadata.contains("pdfaid"), metadata);
      assertTrue(new PDFTextStripper().getText(document).contains("Lakshmi Śrīnivāsan"));
      picture(document, "certificate");
    }
  }

  @Test
  void aRevokedCredentialIsShownAsRevoked() throws Exception {
    try (PDDocument document =
        Loader.loadPDF(render(CertificateForm.PDF, CREDENTIAL, "revocation"))) {
      assertTrue(new PDFTextStripper().getText(document).contains("Revoked"));
      picture(document, "certificate-revoked");
    }
    assertTrue(
        text(CertificateForm.HTML, CREDENTIAL, "revocation").contains("class=\"status REVOKED\""));
    assertTrue(text(CertificateForm.SVG, CREDENTIAL, "revocation").contains("Revoked"));
    assertTrue(text(CertificateForm.HTML, "", null).contains("class=\"status REVOKED\""));
  }

  @ParameterizedTest
  @CsvSource({
    "suspension, Suspended, suspended",
    "expiry, Expired, expired",
    "proof, could not be confirmed, invalid"
  })
  void aPdfSaysThatItsCredentialDoesNotHold(String failed, String said, String picture)
      throws Exception {
    String expired =
        CREDENTIAL.replace("{\"id\"", "{\"expirationDate\": \"2026-11-23T11:00:00Z\", \"id\"");
    String credential = failed.equals("expiry") ? expired : CREDENTIAL;
    try (PDDocument document = Loader.loadPDF(render(CertificateForm.PDF, credential, failed))) {
      assertTrue(new PDFTextStripper().getText(document).contains(said));
      picture(document, "certificate-" + picture);
    }
  }

  @Test
  void anExpiredSuspendedInvalidOrUnsignedOneIsShownAsSuch() throws Exception {
    String expired =
        CREDENTIAL.replace("{\"id\"", "{\"expirationDate\": \"2026-11-23T11:00:00Z\", \"id\"");
    assertTrue(text(CertificateForm.HTML, expired, "expiry").contains("class=\"status EXPIRED\""));
    assertTrue(
        text(CertificateForm.HTML, CREDENTIAL, "suspension")
            .contains("class=\"status SUSPENDED\""));
    assertTrue(
        text(CertificateForm.HTML, CREDENTIAL, "proof").contains("class=\"status INVALID\""));
    assertTrue(text(CertificateForm.HTML, null, null).contains("class=\"status UNSIGNED\""));
  }

  @Test
  void fieldsHaveTheSchemasTitlesAndOrder() throws Exception {
    String html = text(CertificateForm.HTML, CREDENTIAL, null);
    List<String> labels =
        List.of(
            "नाम",
            "பெயர்",
            "الاسم",
            "Subjects",
            "Register number",
            "Kind",
            "School – Name",
            "School – City",
            "Date of birth",
            "6 May 1990");
    List<String> sorted = new ArrayList<>(labels);
    sorted.sort((a, b) -> html.indexOf(a) - html.indexOf(b));
    assertEquals(labels, sorted);
    assertFalse(html.contains("osOwner"));
    assertTrue(html.contains("https://registry.example.org/verify/0192f1f0"));
  }

  @Test
  void whatTheRegistryAddsToAnEntityIsNoFieldOfACertificate() throws Exception {
    String attested =
        """
        {"osid": "1", "osCreatedAt": "2026-11-23T10:00:00.000Z", "_osState/name": "PUBLISHED",
         "name": "Lakshmi", "osVersion": "Seventeen", "school": {"osid": "9", "city": "Ulm"},
         "licence": [{"osid": "2", "name": "licence", "entityName": "Teacher", "entityId": "4711",
           "_osState": "PUBLISHED", "osCreatedAt": "2026-11-23T10:00:00.000Z",
           "propertyData": {"holder": "Attested"}, "additionalInput": {"grade": "Asked"}}]}
        """;
    for (CertificateForm form : List.of(CertificateForm.HTML, CertificateForm.SVG)) {
      String made = new String(render(form, CREDENTIAL, null, attested), StandardCharsets.UTF_8);

      assertTrue(made.contains("Lakshmi") && made.contains("School – City"), made);
      assertTrue(made.contains("Seventeen"), made);
      assertFalse(made.matches("(?is).*(licence|4711|attested|asked|published|osid).*"), made);
    }
  }

  @Test
  void namesWhoIssuedItAndTheDayOfTheChecks() throws Exception {
    String html = text(CertificateForm.HTML, CREDENTIAL, null);

    assertTrue(html.contains("Issued by registry.example.org"), html);
    assertTrue(html.matches("(?s).*as of \\d{1,2} [A-Z][a-z]+ \\d{4}.*"), html);
  }

  @Test
  void issuedOnIsTheDayOfTheSignatureAsOnTheVerificationPage() throws Exception {
    String signed = CREDENTIAL.replace("\"issuanceDate\": \"2026-11-23T10:00:00Z\"", "%s");
    String proof = "\"proof\": {\"created\": \"2026-11-24T09:00:00Z\"}";
    String both = "\"validFrom\": \"2020-01-02T00:00:00Z\", " + proof;
    for (String dates : List.of(proof, both, proof.replace("{", "[{").replace("}", "}]"))) {
      assertTrue(
          text(CertificateForm.HTML, signed.formatted(dates), null).contains("24 November 2026"),
          dates);
    }
  }

  @Test
  void whatJsonLdAddsToASubjectIsNoFieldOfACertificate() throws Exception {
    String signed =
        CREDENTIAL.replace("{\"name\"", "{\"id\": \"urn:x:17\", \"type\": \"Person\", \"name\"");
    String html =
        new String(render(CertificateForm.HTML, signed, null, null), StandardCharsets.UTF_8);
    assertTrue(html.contains("Lakshmi"), html);
    assertFalse(html.contains("Person") || html.contains("urn:x:17"), html);
  }

  @Test
  void valuesAreTextInEveryForm() throws Exception {
    for (CertificateForm form : List.of(CertificateForm.HTML, CertificateForm.SVG)) {
      String text = new String(render(form, CREDENTIAL, null, HOSTILE), StandardCharsets.UTF_8);
      assertTrue(text.contains("{{secret}}"), text);
      assertFalse(text.contains("<script"), text);
      assertFalse(text.contains("<b>"), text);
      assertFalse(text.contains("<img src='"), text);
    }
  }

  @Test
  void svgIsWellFormedAndDrawsOnly() throws Exception {
    String svg = text(CertificateForm.SVG, CREDENTIAL, null);
    assertEquals(
        List.of(),
        RENDERER.leftOut(
            MarkupTemplate.of(svg.substring(svg.indexOf("<svg"))).outline(true), true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE html [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><html><body>&x;</body></html>",
        "<html><body>&nbsp;</body></html>",
        "<html><body><p></body></html>",
        "<svg/>",
        "",
        "{{#with x}}{{/with}}",
        "<html xmlns:xi='http://www.w3.org/2001/XInclude'><body>&amp;</body>",
      })
  void whatIsNoMarkupIsInvalid(String markup) {
    assertThrows(
        FailureException.class, () -> RENDERER.render(markup, CertificateForm.PDF, null, soon()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>fetch('http://evil')</script>",
        "<iframe src='file:///etc/passwd'></iframe>",
        "<img src='file:///etc/passwd'/>",
        "<img src='http://127.0.0.1:1/a.png'/>",
        "<img src='data:image/svg+xml;base64,PHN2Zy8+'/>",
        "<img src='jar:file:/x!/y'/>",
        "<object data='file:///etc/passwd'></object>",
        "<link rel='stylesheet' href='file:///etc/passwd'/>",
        "<style>@import 'http://evil/x.css';</style>",
        "<style>@font-face{font-family:x;src:url(file:///etc/passwd)}</style>",
        "<style>@\\69mport 'x';</style>",
        "<style>p{background:u<x>z</x>rl(http://evil/)}</style>",
        "<style>p{background:u<b>z</b>rl(http://evil/)}</style>",
        "<style>p{background:u<!-- z -->rl(http://evil/)}</style>",
        "<style>p{background:u<?z?>rl(http://evil/)}</style>",
        "<style>@<style>z</style>import 'http://evil/x.css';</style>",
        "<p style='background:url(http://evil/)'>x</p>",
        "<p style='content:URL (file:///etc/passwd)'>x</p>",
        "<p onclick='x()'>x</p>",
        "<a href='javascript:x()'>x</a>",
        "<svg xmlns='http://www.w3.org/2000/svg'><use href='http://evil#a'/></svg>",
        "<form action='http://evil'><input name='x'/></form>",
        "<td colspan='99999999'>x</td>",
        "<meta http-equiv='refresh' content='0;url=http://evil'/>",
        "<base href='http://evil/'/>",
      })
  void whatReadsFetchesOrRunsIsLeftOut(String hostile) {
    String markup = "<html><head></head><body><p>kept</p>" + hostile + "</body></html>";
    assertFalse(RENDERER.leftOut(MarkupTemplate.of(markup).outline(true), false).isEmpty());
    String html =
        new String(
            RENDERER.render(markup, CertificateForm.HTML, null, soon()), StandardCharsets.UTF_8);
    assertTrue(html.contains("kept"));
    for (String sign :
        List.of("evil", "file:", "passwd", "script", "onclick", "127.0.0.1", "99999999")) {
      assertFalse(html.contains(sign), html);
    }
    assertTrue(RENDERER.render(markup, CertificateForm.PDF, null, soon()).length > 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>x</script>",
        "<use href='http://evil/#a'/>",
        "<image href='file:///etc/passwd'/>",
        "<foreignObject><p>x</p></foreignObject>",
        "<style>@import 'http://evil';</style>",
        "<style>rect{fill:u<x>z</x>rl(http://evil/#a)}</style>",
        "<rect fill='url(http://evil/#a)'/>",
        "<rect fill='u\\72l(http://evil/#a)'/>",
        "<rect clip-path='\\75rl(http://evil/#a)'/>",
        "<a href='http://evil'><rect/></a>",
        "<animate attributeName='href' to='javascript:x()'/>",
        "<rect onload='x()'/>",
      })
  void hostileSvgIsReducedToWhatDraws(String hostile) {
    String svg = "<svg xmlns='http://www.w3.org/2000/svg'><rect width='1'/>" + hostile + "</svg>";
    String kept =
        new String(RENDERER.render(svg, CertificateForm.SVG, null, soon()), StandardCharsets.UTF_8);
    for (String sign : List.of("evil", "file:", "script", "onload", "foreignObject")) {
      assertFalse(kept.contains(sign), kept);
    }
  }

  private static Deadline soon() {
    return Deadline.in(Duration.ofMinutes(5));
  }

  /** The checks of a credential of which one fails, or none. */
  private static VerificationView checks(String failed) {
    return failed == null
        ? new VerificationView(true, List.of(new Check("proof", Status.OK, null)))
        : new VerificationView(false, List.of(new Check(failed, Status.NOK, "reason")));
  }

  private static String text(CertificateForm form, String credential, String failed)
      throws Exception {
    return new String(render(form, credential, failed), StandardCharsets.UTF_8);
  }

  @Test
  void titlesAreInTheReadersLanguage() throws Exception {
    String titled =
        """
        {"title": "Teacher", "properties": {
           "name": {"title": "Name"}, "subjects": {"title": "Subjects"},
           "school": {"properties": {"city": {"title": "City"}}}},
         "x-titles": {"hi": {"": "शिक्षक", "/name": "नाम", "/school/city": "शहर"}}}
        """;
    String hindi = html(titled, "hi-IN,en;q=0.5");
    assertTrue(hindi.contains("शिक्षक") && hindi.contains("शहर"), hindi);
    assertTrue(hindi.contains("Subjects"), hindi);
    String english = html(titled, "en,hi;q=0.5");
    assertTrue(english.contains("Teacher") && english.contains("City"), english);
    assertFalse(english.contains("शिक्षक"), english);
  }

  private static String html(String definition, String languages) throws Exception {
    RenderCertificateRequest request =
        new RenderCertificateRequest(
            "Teacher",
            CertificateForm.HTML.mediaType(),
            JsonBytes.of(definition),
            JsonBytes.of(ENTITY),
            null,
            Map.of(),
            null,
            languages);
    return new String(render(request, null), StandardCharsets.UTF_8);
  }

  private static byte[] render(CertificateForm form, String credential, String failed)
      throws Exception {
    return render(form, credential, failed, ENTITY);
  }

  private static byte[] render(
      CertificateForm form, String credential, String failed, String entity) throws Exception {
    return render(
        new RenderCertificateRequest(
            "Teacher",
            form.mediaType(),
            JsonBytes.of(DEFINITION),
            entity == null ? null : JsonBytes.of(entity),
            credential,
            Map.of(),
            null),
        failed);
  }

  private static byte[] render(RenderCertificateRequest request, String failed) throws Exception {
    RenderCertificate render =
        new RenderCertificate(
            (verified, call) -> Future.succeededFuture(checks(failed)),
            null,
            new MakeCertificate(
                RENDERER,
                new RenderingQueues(new Here(), new Here()),
                new MakeCertificate.Settings("https://registry.example.org", false)));
    return render
        .handle(request, Calls.by(Callers.user("somebody")))
        .toCompletionStage()
        .toCompletableFuture()
        .get()
        .content();
  }

  private static void picture(PDDocument document, String name) throws Exception {
    Path folder = Path.of(System.getProperty("pictures", "target"));
    Path file = Files.createDirectories(folder).resolve(name + ".png");
    ImageIO.write(new PDFRenderer(document).renderImageWithDPI(0, 110), "png", file.toFile());
  }

  /** Runs work on the calling thread. */
  private static final class Here implements CryptoWorkers {
    @Override
    public <T> Future<T> run(Deadline deadline, Callable<T> work) {
      try {
        return Future.succeededFuture(work.call());
      } catch (Exception e) {
        return Future.failedFuture(e);
      }
    }
  }
}
