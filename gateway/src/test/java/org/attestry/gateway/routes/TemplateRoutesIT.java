package org.attestry.gateway.routes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.attestry.contracts.credential.CertificateOperations.DELETE_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.LIST_CERTIFICATE_TEMPLATES;
import static org.attestry.contracts.credential.CertificateOperations.PREVIEW_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.READ_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.UPLOAD_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.schema.SchemaOperations.READ_TYPE;
import static org.attestry.gateway.GatewayServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplate;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplatesView;
import org.attestry.contracts.credential.CertificateOperations.DeleteCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.ListCertificateTemplatesRequest;
import org.attestry.contracts.credential.CertificateOperations.PreviewCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.ReadCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.RenderedCertificate;
import org.attestry.contracts.credential.CertificateOperations.UploadCertificateTemplateRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.gateway.GatewayServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TemplateRoutesIT {

  private static final String TEMPLATES = "/api/v1/templates";
  private static final CertificateTemplate CARD =
      new CertificateTemplate("t-1", "card", 2, "text/html", "ab", Instant.EPOCH, "<html/>");
  private static final EntityType TEACHER =
      new EntityType(
          "Teacher",
          "s-1",
          1,
          JsonBytes.of("{\"title\":\"T\"}"),
          new TypeConfig(
              List.of(), null, null, List.of(), List.of(), List.of(), List.of(), List.of(),
              List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null,
              Map.of(), true, true));

  @AutoClose private static GatewayServer gateway;
  private static String token;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    token = gateway.identity().tokenOf("user-1");
    gateway
        .services()
        .answer(READ_TYPE, TEACHER)
        .answer(UPLOAD_CERTIFICATE_TEMPLATE, CARD)
        .answer(LIST_CERTIFICATE_TEMPLATES, new CertificateTemplatesView(1, List.of(CARD)))
        .answer(READ_CERTIFICATE_TEMPLATE, CARD)
        .answer(DELETE_CERTIFICATE_TEMPLATE, CARD)
        .answer(
            PREVIEW_CERTIFICATE_TEMPLATE,
            new RenderedCertificate(
                "drawn".getBytes(UTF_8),
                "text/html",
                List.of(new Violation("/template", "r", "न is none"))));
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @Test
  void uploadsAVersion() {
    HttpResponse<String> response =
        gateway.post(
            TEMPLATES,
            token,
            "{\"name\": \"card\", \"mediaType\": \"text/html\", \"template\": \"<html/>\"}");

    assertEquals(200, response.statusCode(), response.body());
    assertEquals(2, json(response).getJsonObject("result").getInteger("version"));
    assertEquals(
        new UploadCertificateTemplateRequest("card", "text/html", "<html/>"),
        gateway.services().next().request());
  }

  @Test
  void refusesAnotherMediaTypeBeforeTheServiceSeesIt() {
    HttpResponse<String> response =
        gateway.post(
            TEMPLATES,
            token,
            "{\"name\": \"card\", \"mediaType\": \"text/plain\", \"template\": \"x\"}");

    assertEquals(400, response.statusCode());
    assertTrue(response.body().contains("/mediaType"), response.body());
  }

  @Test
  void listsReadsAndDeletesVersions() {
    assertEquals(
        1, json(gateway.get(TEMPLATES + "?name=card&limit=5", token)).getInteger("totalCount"));
    assertEquals(
        new ListCertificateTemplatesRequest("card", 5, 0), gateway.services().next().request());
    assertEquals("card", json(gateway.get(TEMPLATES + "/t-1", token)).getString("name"));
    assertEquals(new ReadCertificateTemplateRequest("t-1"), gateway.services().next().request());
    assertEquals(
        200, gateway.request("DELETE", TEMPLATES + "/t-1").token(token).send().statusCode());
    assertEquals(new DeleteCertificateTemplateRequest("t-1"), gateway.services().next().request());
  }

  @Test
  void previewsWithTheSchemaOfAPublishedTypeOrOneThatIsSent() {
    HttpResponse<String> response = preview("{\"type\": \"Teacher\"}");
    assertEquals("drawn", response.body());
    assertEquals(
        "text/html; charset=utf-8", response.headers().firstValue("content-type").orElseThrow());
    assertTrue(
        response
            .headers()
            .firstValue("content-security-policy")
            .orElseThrow()
            .startsWith("default-src 'none';"));
    assertEquals(
        "[{\"pointer\":\"/template\",\"rule\":\"r\",\"message\":\"\\u0928 is none\"}]",
        response.headers().firstValue("template-warnings").orElseThrow());
    gateway.services().next();
    assertEquals(request("Teacher", "{\"title\":\"T\"}"), gateway.services().next().request());

    preview("{\"definition\": {\"title\":\"Own\"}}");
    assertEquals(request(null, "{\"title\":\"Own\"}"), gateway.services().next().request());
  }

  @Test
  void aPreviewIsOfOneSchema() {
    for (String body :
        List.of("{}", "{\"type\": \"Teacher\", \"definition\": {\"title\": \"Own\"}}")) {
      HttpResponse<String> refused = preview(body);
      assertEquals(400, refused.statusCode());
      assertEquals("gateway.body.invalid", json(refused).getJsonObject("params").getString("err"));
    }
  }

  private static PreviewCertificateTemplateRequest request(String type, String definition) {
    return new PreviewCertificateTemplateRequest(
        "t-1",
        List.of("text/html", "application/pdf", "image/svg+xml"),
        type,
        JsonBytes.of(definition));
  }

  private static HttpResponse<String> preview(String body) {
    return gateway.post(TEMPLATES + "/t-1/preview", token, body);
  }
}
