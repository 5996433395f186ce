package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.attestry.local.Endpoints;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.Test;

/** Certificates with templates of an admin, from the upload to what a caller is shown. */
class CertificatesAcceptanceTest {

  private static final String PERSON =
      """
      {"type": "object", "properties": {
         "name": {"type": "string", "title": "Full name"}, "secret": {"type": "string"}}}
      """;
  private static final String CREDENTIAL =
      """
      {"@context": ["https://www.w3.org/2018/credentials/v1"], "type": ["VerifiableCredential"],
       "issuanceDate": "2026-01-02T03:04:05Z",
       "credentialSubject": {"name": "{{name}}", "secret": "{{secret}}"}}
      """;
  private static final String PAGE =
      "<html><head><title>%1$s</title></head><body>%1$s {{entity.name}} {{entity.secret}}"
          + " {{credential.credentialSubject.secret}}</body></html>";

  private final Endpoints suite = RunningSuite.shared();
  private final Client admin =
      Client.withToken(
          suite, new IdentityProvider(suite).clientCredentials().get("access_token").textValue());
  private final Client nobody = Client.withoutToken(suite);
  private final String unique = Samples.fresh().unique();
  private final String first = "first" + unique;
  private final String second = "second" + unique;

  @Test
  void aTypeShowsItsCredentialsByTheTemplatesOfItsPublication() {
    upload(first, "one");
    upload(second, "two");
    OwnType type = publish("\"html\": \"file:%s\", \"b\": \"file:%s\"".formatted(first, second));
    String ada = type.path(type.create("{\"name\": \"Ada\", \"secret\": \"hush\"}"));

    assertTrue(page(admin, ada).contains("one Ada hush hush"));
    assertTrue(text(admin.get(ada, "accept", "text/*")).contains("one Ada"));
    assertTrue(text(html(admin, ada, "template-key", "b")).contains("two Ada"));
    Answer pdf = admin.pdf(ada, "template-key", "b").status(200);
    assertEquals("application/pdf", pdf.header("content-type"));
    assertTrue(text(pdf).startsWith("%PDF"));
    Answer unknown = html(admin, ada, "template-key", "c");
    unknown.failed(400, "credential.certificate.template-key");
    assertTrue(unknown.message().contains("b, html"), unknown.message());
    admin.get(ada, "template-key", "b").failed(400, "gateway.header");
    admin
        .get(ada, "accept", "image/svg+xml", "template-key", "b")
        .failed(406, "credential.certificate.form");

    upload(first, "newer");
    assertTrue(page(admin, ada).contains("one Ada"));
    admin.put(type.schemaPath(), "{\"status\": \"PUBLISHED\"}").status(200);
    assertTrue(page(admin, ada).contains("newer Ada"));
  }

  @Test
  void noTemplateShowsWhatIsHiddenOrHidesARevocation() {
    upload(first, "mine");
    OwnType type = publish("\"html\": \"file:%s\"".formatted(first));
    String ada = type.path(type.create("{\"name\": \"Ada\", \"secret\": \"hush\"}"));

    assertTrue(page(admin, ada).contains("mine Ada"));
    String shown = page(nobody, ada);
    assertTrue(shown.contains("Ada"), shown);
    assertFalse(shown.contains("hush"), shown);
    admin.post(ada + "/revoke", "{}").status(200);
    String revoked = page(admin, ada);
    assertTrue(revoked.contains("status REVOKED"), revoked);
    assertFalse(revoked.contains("mine"), revoked);
  }

  @Test
  void anAttestationHasTheTemplatesOfItsPolicy() {
    upload(first, "attested");
    upload(second, "of the type");
    String config =
        """
        {"roles": ["anonymous"], "certificateTemplates": {"html": "file:%s"},
         "attestationPolicies": [{"name": "check", "type": "AUTOMATED",
           "attestationProperties": {"name": "$.name"}, "credentialTemplate": %s,
           "certificateTemplates": {"own": "file:%s"}}]}
        """
            .formatted(second, CREDENTIAL, first);
    OwnType type = OwnType.publish(admin, "Attested", PERSON, config);
    String ada = type.path(type.create("{\"name\": \"Ada\"}"));
    JsonNode record =
        Eventually.until(
            () -> admin.get(ada).status(200).json().at("/check/0"),
            read -> read.has("_osAttestedData"));
    String attestation = ada + "/attestation/check/" + record.get("osid").textValue();
    assertTrue(page(admin, attestation).contains("attested Ada"));
    html(admin, attestation, "template-key", "html")
        .failed(400, "credential.certificate.template-key");
  }

  /** Its layout takes hundreds of megabytes: in a process of the suite it ended the suite. */
  @Test
  void aCertificateThatTakesTooMuchEndsNothingWhileOthersAreRead() {
    upload(first, "of a long name");
    String config =
        """
        {"roles": ["anonymous"], "credentialTemplate": %s,
         "certificateTemplates": {"html": "file:%s"}}
        """
            .formatted(CREDENTIAL, first);
    OwnType type = OwnType.publish(admin, "LongName", PERSON, config);
    String ada = type.path(type.create("{\"name\": \"Ada\", \"secret\": \"none\"}"));
    String longName =
        type.path(
            type.create("{\"name\": \"%s\", \"secret\": \"none\"}".formatted("नि".repeat(42_000))));

    List<CompletableFuture<Answer>> hostile =
        IntStream.range(0, 2)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> pdf(nobody, longName)))
            .toList();
    Answer beside =
        Eventually.until(() -> pdf(admin, ada), read -> read.http().statusCode() == 200);
    assertTrue(text(beside).startsWith("%PDF"));
    for (CompletableFuture<Answer> read : hostile) {
      int status = read.join().http().statusCode();
      assertTrue(status == 400 || status == 503, "status " + status);
    }
    nobody.pdf(longName).failed(400, "credential.certificate.too-complex");
  }

  @Test
  void aSchemaIsNotPublishedWithoutItsTemplatesAndSaysHowToAddThem() {
    Answer refused =
        admin.post(
            "/api/v1/Schema",
            OwnType.request(
                "Missing" + unique,
                PERSON,
                "{\"certificateTemplates\": {\"html\": \"file:none%s\"}}".formatted(unique)));
    refused.failed(422, "schema.certificate.unknown");
    assertTrue(refused.message().contains("POST /api/v1/templates"), refused.message());
  }

  @Test
  void aTemplateThatATypeHasIsPreviewedAndNotDeleted() {
    String id = upload(first, "mine");
    OwnType type = publish("\"html\": \"file:%s\"".formatted(first));
    String template = "/api/v1/templates/" + id;
    Answer preview = admin.post(template + "/preview", "{\"type\":\"" + type.name() + "\"}");
    assertTrue(text(preview.status(200)).contains("mine example"), text(preview));
    admin.delete(template).failed(409, "credential.template.used");
    JsonNode listed = admin.get("/api/v1/templates?name=" + first).status(200).json();
    assertEquals(1, listed.get("totalCount").intValue());
  }

  private OwnType publish(String templates) {
    String config =
        """
        {"roles": ["anonymous"], "privateFields": ["secret"], "credentialTemplate": %s,
         "certificateTemplates": {%s}}
        """
            .formatted(CREDENTIAL, templates);
    return OwnType.publish(admin, "Certified", PERSON, config);
  }

  private String upload(String name, String word) {
    String request = Samples.certificateTemplate(name, PAGE.formatted(word));
    return admin.post("/api/v1/templates", request).status(200).result().get("id").textValue();
  }

  private static Answer pdf(Client client, String path) {
    return client.get(path, "accept", "application/pdf");
  }

  private static String page(Client client, String path) {
    return text(html(client, path).status(200));
  }

  private static Answer html(Client client, String path, String... headers) {
    String[] all = new String[headers.length + 2];
    System.arraycopy(headers, 0, all, 2, headers.length);
    all[0] = "accept";
    all[1] = "text/html";
    return client.get(path, all);
  }

  private static String text(Answer answer) {
    return new String(answer.http().body(), StandardCharsets.UTF_8);
  }
}
