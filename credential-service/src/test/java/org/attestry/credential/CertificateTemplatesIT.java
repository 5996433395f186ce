package org.attestry.credential;

import static org.attestry.contracts.credential.CertificateOperations.CHECK_CERTIFICATE_TEMPLATES;
import static org.attestry.contracts.credential.CertificateOperations.DELETE_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.LIST_CERTIFICATE_TEMPLATES;
import static org.attestry.contracts.credential.CertificateOperations.PREVIEW_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.READ_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.RENDER_CERTIFICATE;
import static org.attestry.contracts.credential.CertificateOperations.UPLOAD_CERTIFICATE_TEMPLATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplate;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplatesCheck;
import org.attestry.contracts.credential.CertificateOperations.CheckCertificateTemplatesRequest;
import org.attestry.contracts.credential.CertificateOperations.DeleteCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.ListCertificateTemplatesRequest;
import org.attestry.contracts.credential.CertificateOperations.PreviewCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.ReadCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.RenderCertificateRequest;
import org.attestry.contracts.credential.CertificateOperations.RenderedCertificate;
import org.attestry.contracts.credential.CertificateOperations.UploadCertificateTemplateRequest;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaOperations;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.contracts.schema.TypesView;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Futures;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateTemplatesIT {

  private static final String PAGE =
      "<html><head><title>{{title}}</title></head><body>%s {{entity.name}}</body></html>";
  private static final String PICTURE =
      "<svg xmlns='http://www.w3.org/2000/svg'><text>{{entity.name}}</text></svg>";
  private static final JsonBytes DEFINITION =
      JsonBytes.of("{\"properties\": {\"name\": {\"title\": \"Full name\"}}}");

  private static final AtomicReference<Map<String, String>> PUBLISHED =
      new AtomicReference<>(Map.of());
  private static final Elsewhere ELSEWHERE = new Elsewhere();
  private static RunningService service;

  @BeforeAll
  static void start() throws Exception {
    service =
        RunningService.start(
            Map.of(
                "PUBLIC_URL", "https://registry.example.org",
                "CERTIFICATE_TEMPLATES", "200",
                "EGRESS_ALLOWED", ELSEWHERE.address(),
                "EGRESS_LOOPBACK", "true"));
    service.answer(
        SchemaOperations.FIND_TYPES,
        (request, call) ->
            Future.succeededFuture(new TypesView(List.of(type(PUBLISHED.get())), "1")));
    service.eventuallySucceeds(() -> render("application/pdf", null, Map.of(), null));
  }

  @AfterAll
  static void stop() throws Exception {
    ELSEWHERE.close();
    service.stop();
  }

  @Test
  void keepsEveryVersionAndStoresTheSameTextOnce() throws Exception {
    String name = unique();
    CertificateTemplate first = upload(name, PAGE.formatted("one"));
    assertEquals(1, first.version());
    assertEquals(first.id(), upload(name, PAGE.formatted("one")).id());
    CertificateTemplate second = upload(name, PAGE.formatted("two"));
    assertEquals(2, second.version());
    assertEquals(3, upload(name, PAGE.formatted("one")).version());

    var listed =
        request(LIST_CERTIFICATE_TEMPLATES, new ListCertificateTemplatesRequest(name, 2, 0));
    assertEquals(3, listed.totalCount());
    assertEquals(List.of(1, 2), listed.data().stream().map(CertificateTemplate::version).toList());
    assertEquals(null, listed.data().getFirst().template());
    assertEquals(
        PAGE.formatted("two"),
        request(READ_CERTIFICATE_TEMPLATE, new ReadCertificateTemplateRequest(second.id()))
            .template());
  }

  @Test
  void versionsThatAreUploadedAtOnceGetNumbersOfTheirOwn() throws Exception {
    String name = unique();
    List<Future<CertificateTemplate>> uploads = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      uploads.add(
          service.begin(
              UPLOAD_CERTIFICATE_TEMPLATE,
              page(name, PAGE.formatted("at once " + i)),
              RunningService.ADMIN));
    }
    TreeSet<Integer> versions = new TreeSet<>();
    for (Future<CertificateTemplate> upload : uploads) {
      versions.add(Futures.await(upload).version());
    }
    assertEquals(new TreeSet<>(List.of(1, 2, 3, 4, 5, 6)), versions);
  }

  @Test
  void aNameKeepsItsMediaType() throws Exception {
    String name = unique();
    upload(name, PAGE.formatted(""));
    Failure refused =
        failure(
            UPLOAD_CERTIFICATE_TEMPLATE,
            new UploadCertificateTemplateRequest(name, "image/svg+xml", PICTURE),
            RunningService.ADMIN);
    assertEquals("credential.template.taken", refused.code());
  }

  @Test
  void onlyAdminsManageThem() throws Exception {
    String id = upload(unique(), PAGE.formatted("")).id();
    Map<Caller, FailureKind> refusals =
        Map.of(
            RunningService.SOMEBODY, FailureKind.FORBIDDEN,
            Caller.NOBODY, FailureKind.UNAUTHENTICATED);
    refusals.forEach(
        (caller, kind) -> {
          assertEquals(
              kind, failure(UPLOAD_CERTIFICATE_TEMPLATE, page("x", "<html/>"), caller).kind());
          assertEquals(
              kind,
              failure(
                      LIST_CERTIFICATE_TEMPLATES,
                      new ListCertificateTemplatesRequest(null, 1, 0),
                      caller)
                  .kind());
          assertEquals(
              kind,
              failure(READ_CERTIFICATE_TEMPLATE, new ReadCertificateTemplateRequest(id), caller)
                  .kind());
          assertEquals(
              kind,
              failure(DELETE_CERTIFICATE_TEMPLATE, new DeleteCertificateTemplateRequest(id), caller)
                  .kind());
          assertEquals(
              kind, failure(PREVIEW_CERTIFICATE_TEMPLATE, preview(id, "text/html"), caller).kind());
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <object data="x"></object>                       | Line 2: element object is not allowed
          <img src="http://127.0.0.1:1/a.png"/>            | Line 2: attribute src of img
          <img src="file:///etc/passwd"/>                  | Line 2: attribute src of img
          <img src="http://127.0.0.1:1/{{x}}"/>            | Line 2: attribute src of img
          <style>@import 'file:///etc/passwd';</style>     | Line 2: a style element that reads
          <style>p { color: {{x}} }</style>                | Line 2: a style element that reads
          <style>p{color:u<x>z</x>rl(http://x)}</style>    | Line 2: an element in style
          <p style="background: url(http://127.0.0.1/)"/>  | Line 2: attribute style of p
          <p style="background: image-set('http://x' 1x)"/> | Line 2: attribute style of p
          <style>p{background:-webkit-image-set("x" 1x)}</style> | Line 2: a style element that reads
          <style>p::after{content:image("http://x")}</style> | Line 2: a style element that reads
          <style>p{background:cross-fade("a","b",50%)}</style> | Line 2: a style element that reads
          <p style="{{x}}">x</p>                           | Line 2: attribute style of p
          <svg><use href="http://127.0.0.1:1/#a"/></svg>   | Line 2: attribute href of use
          <a href="javascript:x()">x</a>                   | Line 2: attribute href of a
          <!-- {{x}} -->                                   | Line 2: a value in a comment
          <?xml-stylesheet href="file:///etc/passwd"?>     | Line 2: instruction xml-stylesheet
          {{#if x}}<iframe src="file:///x"></iframe>{{/if}} | Line 2: element iframe
          {{#if x}}<b>{{else}}<script/>{{/if}}             | Line 3: the markup is not well-formed
          {{#each x}}<p>{{/each}}                          | Line 3: the markup is not well-formed
          <p>&nbsp;</p>                                    | Line 2: the markup is not well-formed
          <{{x}}>a</{{x}}>                                 | Line 2: the markup is not well-formed
          {{#with x}}{{/with}}                             | Line 2: {{#with}} is not known
          {{#if x}}                                        | Line 2: {{#if}} is not closed
          {{lookup x 'class'}}                             | Line 2: {{lookup x 'class'}} is not a path
          {{x                                              | Line 2: {{ without }}
          """)
  void whatDoesMoreThanDrawIsRefusedWithItsLine(String hostile, String reason) {
    String template = "<html><head></head><body>\n" + hostile + "\n</body></html>";
    Failure refused =
        failure(UPLOAD_CERTIFICATE_TEMPLATE, page(unique(), template), RunningService.ADMIN);
    assertEquals(FailureKind.INVALID, refused.kind());
    assertEquals("/template", refused.violations().getFirst().pointer());
    String message = refused.violations().getFirst().message();
    assertTrue(message.replaceFirst(", column \\d+", "").startsWith(reason), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<p>{{name}}<object data=\"x\"></object></p> | Line 2, column 12: element object",
        "<p>{{name}}{{#if x}}a{{/if}}<b></p>         | Line 2, column 34: the markup is not",
        "<p>a {{#each x}}</p>                        | Line 2, column 6: {{#each}} is not closed"
      })
  void aRefusalNamesTheColumnInTheTemplate(String markup, String reason) {
    String template = "<html><head></head><body>\n" + markup + "\n</body></html>";
    Failure refused =
        failure(UPLOAD_CERTIFICATE_TEMPLATE, page(unique(), template), RunningService.ADMIN);
    String message = refused.violations().getFirst().message();
    assertTrue(message.startsWith(reason), message);
  }

  @Test
  void externalEntitiesAndTypesAreRefused() {
    for (String hostile :
        List.of(
            "<!DOCTYPE html [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><html>&x;</html>",
            "<!DOCTYPE html [<!ENTITY a 'aaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><html>&b;</html>")) {
      Failure refused =
          failure(UPLOAD_CERTIFICATE_TEMPLATE, page(unique(), hostile), RunningService.ADMIN);
      assertEquals("credential.template.invalid", refused.code());
      assertFalse(refused.message().contains("root:"), refused.message());
    }
  }

  @Test
  void namesMediaTypesAndSizesAreChecked() {
    for (Map.Entry<UploadCertificateTemplateRequest, String> wrong :
        Map.of(
                page("../x", "<html/>"),
                "/name",
                page(null, "<html/>"),
                "/name",
                new UploadCertificateTemplateRequest("x", "text/plain", "x"),
                "/mediaType",
                page("x", null),
                "/template",
                page("x", "x".repeat(500_001)),
                "/template")
            .entrySet()) {
      Failure refused = failure(UPLOAD_CERTIFICATE_TEMPLATE, wrong.getKey(), RunningService.ADMIN);
      assertEquals(FailureKind.INVALID, refused.kind());
      assertEquals(wrong.getValue(), refused.violations().getFirst().pointer());
    }
  }

  @Test
  void aSchemaGetsTheNewestVersionOfEachTemplateOrTheCallThatAddsIt() throws Exception {
    String name = unique();
    upload(name, PAGE.formatted("one"));
    CertificateTemplate newest = upload(name, PAGE.formatted("two"));
    CertificateTemplatesCheck found = check(Map.of("a", "file:" + name));
    assertEquals(Map.of("a", "html:" + newest.id()), found.versions());

    CertificateTemplatesCheck missing =
        check(Map.of("a/b", "file:none", "c", "https://127.0.0.1:1/x.html"));
    assertEquals("/a~1b", missing.violations().get(0).pointer());
    assertTrue(missing.violations().get(0).message().contains("POST /api/v1/templates"));
    assertEquals("/c", missing.violations().get(1).pointer());
    assertTrue(missing.violations().get(1).message().contains("POST /api/v1/templates"));
  }

  @Test
  void aPathThatLeadsToNoValueIsWarnedOfAtUploadPublicationAndPreview() throws Exception {
    String name = unique();
    CertificateTemplate stored = upload(name, PAGE.formatted("{{qrCode}}{{entity.nmae}}"));
    assertEquals(1, stored.warnings().size(), stored.warnings().toString());
    assertTrue(stored.warnings().getFirst().message().contains("did you mean 'qr'?"));

    List<Violation> published = check(Map.of("a", "file:" + name)).warnings();
    assertEquals(List.of("/a", "/a"), published.stream().map(Violation::pointer).toList());
    assertTrue(published.get(1).message().contains("did you mean 'name'?"), published.toString());

    RenderedCertificate preview =
        request(PREVIEW_CERTIFICATE_TEMPLATE, preview(stored.id(), "text/html"));
    assertEquals(2, preview.warnings().size());
  }

  /** 26 KB: 150 rules of 40 descendant selectors, 45 nested elements. */
  @Test
  void aTemplateThatCannotBeRenderedIsRefusedAtPublication() throws Exception {
    String rules = ("div ".repeat(40) + "p { color: red }\n").repeat(150);
    String page =
        "<html><head><style>%s</style></head><body>%s{{entity.name}}%s</body></html>"
            .formatted(rules, "<div>".repeat(45), "</div>".repeat(45));
    String hostile = unique();
    upload(hostile, page);
    String fine = unique();
    upload(fine, PAGE.formatted("fine"));

    List<Violation> refused =
        check(Map.of("a", "file:" + hostile, "b", "file:" + fine)).violations();
    assertEquals(List.of("/a"), refused.stream().map(Violation::pointer).toList());
    assertTrue(
        refused.getFirst().message().startsWith("The template cannot be rendered"),
        refused.toString());
    assertEquals(List.of(), check(Map.of("b", "file:" + fine)).violations());
  }

  @ParameterizedTest
  @CsvSource({
    "diploma, write file:diploma",
    "templates/diploma.html, write file:<name>",
    "ftp://127.0.0.1/a.html, write file:<name>",
    "http://192.0.2.1/a.html, Templates are fetched from https addresses only.",
    "https://192.0.2.1/a.html, EGRESS_ALLOWED does not list its origin."
  })
  void whatIsNoAddressOfATemplateIsRefusedWithWhatToWrite(String address, String advice)
      throws Exception {
    Violation refused = check(Map.of("html", address)).violations().getFirst();

    assertEquals("/html", refused.pointer());
    assertTrue(refused.message().contains(advice), refused.message());
  }

  @Test
  void aTemplateAtAnAllowedAddressIsFetchedWhenItIsCheckedAndNotAgain() throws Exception {
    String address = ELSEWHERE.address() + "/card.html";
    ELSEWHERE.documents().put("/card.html", PAGE.formatted("fetched"));
    String version = check(Map.of("html", address)).versions().get("html");
    assertEquals(1, ELSEWHERE.requests().size());
    ELSEWHERE.documents().put("/card.html", PAGE.formatted("changed"));
    String html = text(render("text/html", signed(), Map.of("html", version), null));
    assertTrue(html.contains("fetched Ada"), html);
    assertEquals(1, ELSEWHERE.requests().size());
    assertNotEquals(version, check(Map.of("html", address)).versions().get("html"));

    ELSEWHERE.documents().put("/card.svg", "<?xml version='1.0'?>\n<!-- a -->" + PICTURE);
    String picture = check(Map.of("a", ELSEWHERE.address() + "/card.svg")).versions().get("a");
    assertTrue(picture.startsWith("svg:"), picture);
  }

  @ParameterizedTest
  @CsvSource({
    "/hostile.html, 'Line 2, column 1: element iframe'",
    "/none.html, The template was not fetched (status)",
    "/../x, The template was not fetched (status)"
  })
  void aFetchedTemplateThatIsNoneIsRefused(String path, String reason) throws Exception {
    ELSEWHERE.documents().put("/hostile.html", "<html>\n<iframe/></html>");
    var refused = check(Map.of("a", ELSEWHERE.address() + path)).violations().getFirst();
    assertEquals("/a", refused.pointer());
    assertTrue(refused.message().startsWith(reason), refused.message());
  }

  @Test
  void nothingIsFetchedFromElsewhereOrForOthersThanAdmins() throws Exception {
    int before = ELSEWHERE.requests().size();
    String port = ELSEWHERE.address().substring("http://127.0.0.1".length());
    for (String address :
        List.of("http://localhost" + port + "/a", "https://127.0.0.1/a", "file:///etc/passwd")) {
      assertEquals(1, check(Map.of("a", address)).violations().size());
    }
    CertificateTemplatesCheck others =
        service.request(
            CHECK_CERTIFICATE_TEMPLATES,
            new CheckCertificateTemplatesRequest(
                Map.of("a", ELSEWHERE.address() + "/b.html"), "Skill", DEFINITION),
            RunningService.SOMEBODY);
    assertEquals(1, others.violations().size());
    assertEquals(before, ELSEWHERE.requests().size());
  }

  @Test
  void aVersionThatAPublishedTypeHasOrIsAboutToHaveIsNotDeleted() throws Exception {
    String name = unique();
    CertificateTemplate template = upload(name, PAGE.formatted(""));
    PUBLISHED.set(Map.of("html", "html:" + template.id()));
    assertEquals("credential.template.used", deletion(template.id()).code());
    PUBLISHED.set(Map.of());
    check(Map.of("a", "file:" + name));
    assertTrue(deletion(template.id()).message().contains("two minutes"));

    CertificateTemplate unused = upload(unique(), PAGE.formatted(""));
    assertEquals(
        unused.id(),
        request(DELETE_CERTIFICATE_TEMPLATE, new DeleteCertificateTemplateRequest(unused.id()))
            .id());
    assertEquals(FailureKind.NOT_FOUND, deletion(unused.id()).kind());
    assertEquals(FailureKind.NOT_FOUND, deletion("none").kind());
  }

  @Test
  void previewsWithAnExampleOfTheSchema() throws Exception {
    String page = upload(unique(), PAGE.formatted("drawn")).id();
    RenderedCertificate html = request(PREVIEW_CERTIFICATE_TEMPLATE, preview(page, "text/html"));
    assertEquals("text/html", html.mediaType());
    assertTrue(text(html).contains("drawn example1x"), text(html));
    RenderedCertificate pdf =
        request(PREVIEW_CERTIFICATE_TEMPLATE, preview(page, "image/svg+xml", "application/pdf"));
    assertEquals("application/pdf", pdf.mediaType());
    try (PDDocument document = Loader.loadPDF(pdf.content())) {
      assertTrue(new PDFTextStripper().getText(document).contains("drawn example1x"));
      assertEquals(null, document.getDocumentCatalog().getNames());
    }
    assertEquals(
        FailureKind.NOT_ACCEPTABLE,
        failure(PREVIEW_CERTIFICATE_TEMPLATE, preview(page, "image/svg+xml"), RunningService.ADMIN)
            .kind());
  }

  @Test
  void previewsATypeAndAPropertyWhoseNamesAreEmpty() throws Exception {
    String page = upload(unique(), PAGE.formatted("drawn")).id();
    JsonBytes definition =
        JsonBytes.of("{\"title\":\"\",\"properties\":{\"\":{\"const\":\"unnamed\"}}}");
    RenderedCertificate html =
        request(
            PREVIEW_CERTIFICATE_TEMPLATE,
            new PreviewCertificateTemplateRequest(page, List.of("text/html"), "", definition));
    assertTrue(text(html).contains("drawn"), text(html));
  }

  @Test
  void aCertificateIsMadeWithTheTemplateOfTheKey() throws Exception {
    String signed = signed();
    String first = "html:" + upload(unique(), PAGE.formatted("first")).id();
    String second = "html:" + upload(unique(), PAGE.formatted("second")).id();
    String picture =
        "svg:"
            + request(
                    UPLOAD_CERTIFICATE_TEMPLATE,
                    new UploadCertificateTemplateRequest(unique(), "image/svg+xml", PICTURE))
                .id();
    Map<String, String> templates = Map.of("a", first, "html", second, "card", picture);

    assertTrue(text(render("text/html", signed, templates, null)).contains("second Ada"));
    assertTrue(text(render("text/html", signed, templates, "a")).contains("first Ada"));
    assertTrue(text(render("image/svg+xml", signed, templates, null)).contains("<text>Ada<"));
    assertTrue(text(render("text/html", signed, Map.of("z", first), null)).contains("first Ada"));
    assertTrue(
        text(render("text/html", signed, Map.of("card", picture), null)).contains("status VALID"));
    try (PDDocument document =
        Loader.loadPDF(render("application/pdf", signed, templates, "a").content())) {
      assertTrue(new PDFTextStripper().getText(document).contains("first Ada"));
      assertNotEquals(null, document.getDocumentCatalog().getNames().getEmbeddedFiles());
    }

    Failure unknown = renderFailure("text/html", templates, "nobody");
    assertEquals(FailureKind.INVALID, unknown.kind());
    assertTrue(unknown.message().contains("a, card, html"), unknown.message());
    assertEquals(FailureKind.NOT_ACCEPTABLE, renderFailure("text/html", templates, "card").kind());
    assertTrue(renderFailure("text/html", Map.of(), "a").message().contains("there is none"));
  }

  /** Each of the refused ones ends the process that makes it. */
  @Test
  void fortyCertificatesAtOnceAreMadeWhileOthersReadSomeThatAreRefused() throws Exception {
    Map<String, String> templates =
        Map.of("html", "html:" + upload(unique(), PAGE.formatted("long")).id());
    List<Future<RenderedCertificate>> refused = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      String name = "नि".repeat(42_000) + i;
      refused.add(
          service.begin(
              RENDER_CERTIFICATE,
              rendering("application/pdf", name, sign("", name), templates, null),
              Caller.NOBODY));
    }
    RenderCertificateRequest honest =
        rendering("application/pdf", "Ada", signed(), templates, null);
    List<Future<RenderedCertificate>> made = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      made.add(service.begin(RENDER_CERTIFICATE, honest, RunningService.SOMEBODY));
    }
    for (Future<RenderedCertificate> one : made) {
      assertEquals("application/pdf", madeAtLast(one, honest).mediaType());
    }
    for (Future<RenderedCertificate> one : refused) {
      Failure failure = assertThrows(FailureException.class, () -> Futures.await(one)).failure();
      assertTrue(
          List.of("credential.certificate.too-complex", "suite.busy", "suite.too-many")
              .contains(failure.code()),
          failure.code());
    }
  }

  /** Requested again where it waited too long for its turn. */
  private static RenderedCertificate madeAtLast(
      Future<RenderedCertificate> begun, RenderCertificateRequest request) throws Exception {
    try {
      return Futures.await(begun);
    } catch (FailureException e) {
      FailureKind kind = e.failure().kind();
      assertTrue(kind == FailureKind.UNAVAILABLE || kind == FailureKind.RATE_LIMITED, e.toString());
      return madeAtLast(
          service.begin(RENDER_CERTIFICATE, request, RunningService.SOMEBODY), request);
    }
  }

  /**
   * A credential that does not verify is shown by the built-in template, with any template of its
   * type.
   */
  @Test
  void noTemplateHidesThatACredentialDoesNotVerify() throws Exception {
    String hiding =
        "html:"
            + upload(
                    unique(),
                    "<html><head><style>* { display: none }</style></head><body>Fine</body></html>")
                .id();
    Map<String, String> templates = Map.of("html", hiding);
    assertTrue(text(render("text/html", signed(), templates, null)).contains("Fine"));
    for (Map.Entry<String, String> state :
        Map.of(
                "",
                "status REVOKED",
                expired(),
                "status EXPIRED",
                signed().replace("Ada", "Eve"),
                "status INVALID")
            .entrySet()) {
      String html = text(render("text/html", state.getKey(), templates, "html"));
      assertTrue(html.contains(state.getValue()), html);
      assertFalse(html.contains("Fine"), html);
    }
    assertTrue(text(render("text/html", null, templates, "html")).contains("status UNSIGNED"));
  }

  @Test
  void whatTypesHadThereBeforeIsNoTemplate() throws Exception {
    String html = text(render("text/html", signed(), Map.of("html", "file:card"), null));
    assertTrue(html.contains("status VALID"), html);
    assertEquals(
        FailureKind.INVALID, renderFailure("text/html", Map.of("html", "x"), "html").kind());
  }

  @Test
  void aTemplateThatIsGoneIsUnavailable() throws Exception {
    Map<String, String> templates = Map.of("html", "html:" + UUID.randomUUID());
    assertEquals(FailureKind.UNAVAILABLE, renderFailure("text/html", templates, null).kind());
  }

  private static String signed() throws Exception {
    return sign("");
  }

  private static String expired() throws Exception {
    return sign("\"expirationDate\": \"2026-01-02T03:04:06Z\",");
  }

  private static String sign(String more) throws Exception {
    return sign(more, "Ada");
  }

  private static String sign(String more, String name) throws Exception {
    String template =
        """
        {"@context": ["https://www.w3.org/2018/credentials/v1"], "type": ["VerifiableCredential"],
         "id": "urn:uuid:3f2504e0-4f89-41d3-9a0c-0305e82c3301", %s
         "issuanceDate": "2026-01-02T03:04:05Z", "credentialSubject": {"name": "{{name}}"}}\
        """
            .formatted(more);
    SignCredentialRequest request =
        new SignCredentialRequest(
            JsonBytes.of("{\"name\": \"%s\"}".formatted(name)), JsonBytes.of(template));
    return Json.read(
            service
                .request(CredentialOperations.SIGN_CREDENTIAL, request, RunningService.SOMEBODY)
                .credential())
        .toString();
  }

  private static RenderedCertificate render(
      String form, String credential, Map<String, String> templates, String key) throws Exception {
    return service.request(
        RENDER_CERTIFICATE, rendering(form, credential, templates, key), Caller.NOBODY);
  }

  private static Failure renderFailure(String form, Map<String, String> templates, String key)
      throws Exception {
    return failure(RENDER_CERTIFICATE, rendering(form, signed(), templates, key), Caller.NOBODY);
  }

  private static RenderCertificateRequest rendering(
      String form, String credential, Map<String, String> templates, String key) {
    return rendering(form, "Ada", credential, templates, key);
  }

  private static RenderCertificateRequest rendering(
      String form, String name, String credential, Map<String, String> templates, String key) {
    return new RenderCertificateRequest(
        "Teacher",
        form,
        DEFINITION,
        JsonBytes.of("{\"name\": \"%s\"}".formatted(name)),
        credential,
        templates,
        key);
  }

  private static CertificateTemplatesCheck check(Map<String, String> templates) throws Exception {
    return request(
        CHECK_CERTIFICATE_TEMPLATES,
        new CheckCertificateTemplatesRequest(templates, "Skill", DEFINITION));
  }

  private static PreviewCertificateTemplateRequest preview(String id, String... mediaTypes) {
    return new PreviewCertificateTemplateRequest(id, List.of(mediaTypes), null, DEFINITION);
  }

  private static CertificateTemplate upload(String name, String template) throws Exception {
    return request(UPLOAD_CERTIFICATE_TEMPLATE, page(name, template));
  }

  private static UploadCertificateTemplateRequest page(String name, String template) {
    return new UploadCertificateTemplateRequest(name, "text/html", template);
  }

  private static Failure deletion(String id) {
    return failure(
        DELETE_CERTIFICATE_TEMPLATE,
        new DeleteCertificateTemplateRequest(id),
        RunningService.ADMIN);
  }

  private static String text(RenderedCertificate rendered) {
    return new String(rendered.content(), StandardCharsets.UTF_8);
  }

  private static String unique() {
    return "t" + UUID.randomUUID();
  }

  private static EntityType type(Map<String, String> templates) {
    TypeConfig config =
        new TypeConfig(
            List.of(), null, null, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
            List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null, templates,
            false, true);
    return new EntityType("Skill", UUID.randomUUID().toString(), 1, JsonBytes.of("{}"), config);
  }

  private static <Q, R> R request(Operation<Q, R> operation, Q request) throws Exception {
    return service.request(operation, request, RunningService.ADMIN);
  }

  private static <Q, R> Failure failure(Operation<Q, R> operation, Q request, Caller caller) {
    return assertThrows(FailureException.class, () -> service.request(operation, request, caller))
        .failure();
  }

  /** A web server of somebody else. */
  private record Elsewhere(
      HttpServer server, Map<String, String> documents, List<String> requests) {

    Elsewhere() {
      this(listening(), new ConcurrentHashMap<>(), new CopyOnWriteArrayList<>());
      server.createContext("/", this::reply);
      server.start();
    }

    private static HttpServer listening() {
      try {
        return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void reply(HttpExchange exchange) throws IOException {
      String path = exchange.getRequestURI().getPath();
      requests.add(path);
      String document = documents.get(path);
      byte[] body = document == null ? new byte[0] : document.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(
          document == null ? 404 : 200, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    }

    String address() {
      return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void close() {
      server.stop(0);
    }
  }
}
