package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CertificateOperations;
import org.attestry.contracts.credential.CertificateOperations.RenderCertificateRequest;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificatesIT {

  private static final String CREDENTIAL =
      """
      {"id": "urn:uuid:1", "issuer": "did:web:example.org", "credentialSubject": {"name": "Ada"}}\
      """;

  private static RunningService service;

  @BeforeAll
  static void start() throws Exception {
    service =
        RunningService.start(
            Map.of("CERTIFICATE_QR", "credential", "PUBLIC_URL", "https://registry.example.org"));
    service.eventuallySucceeds(() -> render("application/pdf", CREDENTIAL));
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  @Test
  void rendersWhatTheCallerSees() throws Exception {
    String html = new String(render("text/html", signed()), StandardCharsets.UTF_8);

    assertTrue(html.contains("Full name"), html);
    assertTrue(html.contains("class=\"status VALID\""), html);
    assertTrue(html.contains("data:image/png;base64,"), html);
  }

  @Test
  void aPdfHoldsTheCredentialAsItWasSigned() throws Exception {
    try (PDDocument document = Loader.loadPDF(render("application/pdf", CREDENTIAL))) {
      var files = document.getDocumentCatalog().getNames().getEmbeddedFiles().getNames();
      byte[] embedded = files.get("credential.json").getEmbeddedFile().toByteArray();
      assertEquals(CREDENTIAL, new String(embedded, StandardCharsets.UTF_8));
    }
  }

  @Test
  void aRevokedCredentialIsShownAsRevoked() throws Exception {
    String svg = new String(render("image/svg+xml", ""), StandardCharsets.UTF_8);

    assertTrue(svg.contains(">Revoked<"), svg);
  }

  @Test
  void aCredentialThatNobodySignedIsNotShownAsValid() throws Exception {
    String html = new String(render("text/html", CREDENTIAL), StandardCharsets.UTF_8);

    assertTrue(html.contains("class=\"status INVALID\""), html);
  }

  @ParameterizedTest
  @CsvSource({
    "https://www.w3.org/2018/credentials/v1, issuanceDate, 2999-01-02, NOT_YET_VALID, Not yet"
        + " valid",
    "https://www.w3.org/ns/credentials/v2, validFrom, 2999-01-02, NOT_YET_VALID, Not yet valid",
    "https://www.w3.org/ns/credentials/v2, validUntil, 2020-01-02, EXPIRED, Expired"
  })
  void aCredentialThatIsNotValidNowIsShownAsWhatItIs(
      String context, String member, String day, String state, String text) throws Exception {
    String signed = signed(context, member, day + "T03:04:05Z");
    String html = new String(render("text/html", signed), StandardCharsets.UTF_8);

    assertTrue(html.contains("class=\"status " + state + "\""), html);
    assertTrue(html.contains(">" + text + "<"), html);
  }

  private static String signed() throws Exception {
    return signed("https://www.w3.org/2018/credentials/v1", "issuanceDate", "2026-01-02T03:04:05Z");
  }

  private static String signed(String context, String member, String date) throws Exception {
    String template =
        """
        {"@context": ["%s"], "type": ["VerifiableCredential"],
         "id": "urn:uuid:3f2504e0-4f89-41d3-9a0c-0305e82c3301",
         "%s": "%s", "credentialSubject": {"name": "{{name}}"}}\
        """
            .formatted(context, member, date);
    SignCredentialRequest request =
        new SignCredentialRequest(JsonBytes.of("{\"name\": \"Ada\"}"), JsonBytes.of(template));
    return Json.read(
            service
                .request(CredentialOperations.SIGN_CREDENTIAL, request, RunningService.SOMEBODY)
                .credential())
        .toString();
  }

  private static byte[] render(String form, String credential) throws Exception {
    RenderCertificateRequest request =
        new RenderCertificateRequest(
            "Teacher",
            form,
            JsonBytes.of("{\"properties\": {\"name\": {\"title\": \"Full name\"}}}"),
            JsonBytes.of("{\"name\": \"Ada\"}"),
            credential,
            Map.of(),
            null);
    return service
        .request(CertificateOperations.RENDER_CERTIFICATE, request, Caller.NOBODY)
        .content();
  }
}
