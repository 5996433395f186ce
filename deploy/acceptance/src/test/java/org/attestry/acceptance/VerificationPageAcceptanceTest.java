package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Browser;
import org.attestry.testkit.NodePackages;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates of a running suite with the demonstration data, and the page that verifies them. */
class VerificationPageAcceptanceTest {

  private static final String BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";
  private static final String TYPE = "/api/v1/TeachingLicence";
  private static final String VALID = "This credential is valid";
  private static final String REVOKED = "This credential has been revoked";

  private static RunningSuite suite;
  private static Client anybody;
  private static Client admin;

  @BeforeAll
  static void start() {
    suite = RunningSuite.startOwn(Map.of("CERTIFICATE_QR", "credential"), "--demo");
    anybody = Client.withoutToken(suite.endpoints());
    IdentityProvider identity = new IdentityProvider(suite.endpoints());
    admin =
        Client.withToken(
            suite.endpoints(), identity.clientCredentials().get("access_token").textValue());
  }

  @AfterAll
  static void stop() {
    suite.discard();
  }

  @Test
  void theDemonstrationPrintsCertificatesAndVerificationsThatABrowserOpens() {
    Map<String, String> states = new TreeMap<>();
    List<String> said = suite.said();
    for (int i = 0; i + 2 < said.size(); i++) {
      if (said.get(i + 1).strip().startsWith("certificate")) {
        Answer certificate = open(link(said.get(i + 1)));
        assertEquals("text/html; charset=utf-8", certificate.header("content-type"));
        String state = text(certificate).replaceAll("(?s).*class=\"status ([A-Z]+)\".*", "$1");
        states.put(state, heading(open(link(said.get(i + 2)))));
      }
    }

    assertEquals(
        Map.of(
            "VALID",
            VALID,
            "EXPIRED",
            "This credential has expired",
            "SUSPENDED",
            "This credential is suspended",
            "REVOKED",
            REVOKED),
        states,
        String.join("\n", said));
  }

  @Test
  void thePdfVerifiesOnThePageAndWithAByteChangedItDoesNot() throws IOException {
    byte[] credential = embedded(certificate(licence("Anbu Selvan")));

    Answer genuine = handIn(new String(credential, StandardCharsets.UTF_8));
    assertEquals(VALID, heading(genuine));
    assertTrue(text(genuine).contains("Anbu Selvan"));
    for (int i = 0; i < credential.length; i++) {
      byte[] changed = credential.clone();
      changed[i] ^= 1;
      String text = new String(changed, StandardCharsets.ISO_8859_1);
      Answer answer = handIn(text);
      assertTrue(answer.http().statusCode() < 500, text);
      assertFalse(heading(answer).equals(VALID), "byte %d of %s".formatted(i, text));
    }
  }

  @Test
  void theTextOfTheCodeVerifiesToo() {
    byte[] credential = signed(licence("Irfan Khan")).getBytes(StandardCharsets.UTF_8);
    byte[] changed = credential.clone();
    changed[new String(credential, StandardCharsets.UTF_8).indexOf("Irfan")]++;

    Answer genuine = handIn(CompactText.of(credential));
    assertEquals(VALID, heading(genuine));
    assertTrue(text(genuine).contains("Irfan Khan"));
    assertEquals("This credential is not genuine", heading(handIn(CompactText.of(changed))));
  }

  @Test
  void theNextVisitorSeesARevocation() {
    String id = licence("Nandini Rao");
    String credential = Json.read(signed(id)).get("id").textValue();
    assertEquals(VALID, heading(open("/verify/" + credential)));

    admin.post(TYPE + "/" + id + "/suspend", "{}").status(200);
    assertEquals("This credential is suspended", heading(open("/verify/" + credential)));
    admin.post(TYPE + "/" + id + "/reinstate", "{}").status(200);
    assertEquals(VALID, heading(open("/verify/" + credential)));
    admin.post(TYPE + "/" + id + "/revoke", "{}").status(200);

    assertEquals(REVOKED, heading(open("/verify/" + credential)));
    assertTrue(text(open(TYPE + "/" + id)).contains("class=\"status REVOKED\""));
  }

  /** Also to an admin the page shows what anybody may read; of a closed type that is nothing. */
  @ParameterizedTest
  @CsvSource({"OpenDegree, anonymous, true", "ClosedDegree, admin, false"})
  void thePageShowsNoHiddenValue(String type, String role, boolean shown) {
    String definition =
        """
        {"type": "object", "required": ["name"], "properties": {
           "name": {"type": "string"}, "mark": {"type": "string"}},
         "_osConfig": {"roles": ["%s"], "privateFields": ["mark"], "credentialTemplate": {
           "@context": ["https://www.w3.org/2018/credentials/v1"],
           "type": ["VerifiableCredential"],
           "credentialSubject": {"type": "Person", "name": "{{name}}", "mark": "{{mark}}"}}}}
        """
            .formatted(role);
    admin.post("/api/v1/Schema", Samples.schema(type, "PUBLISHED", definition)).status(200);
    String id =
        admin
            .post("/api/v1/" + type, "{\"name\": \"Sunita\", \"mark\": \"first-canary\"}")
            .status(200)
            .result()
            .at("/%s/osid".formatted(type))
            .textValue();
    String path = "/api/v1/%s/%s".formatted(type, id);
    String signed = admin.get(path).status(200).json().get("_osSignedData").textValue();
    assertTrue(signed.contains("first-canary"), signed);
    String link = "/verify/" + Json.read(signed).get("id").textValue();

    for (Client visitor : List.of(anybody, admin)) {
      String page = text(visitor.get(link, "accept", BROWSER).status(200));
      assertEquals(VALID, page.replaceAll("(?s).*<h1>(.*?)</h1>.*", "$1"));
      assertEquals(shown, page.contains("Sunita"), page);
      assertFalse(page.contains("canary"), page);
    }
    assertFalse(text(anybody.get(path, "accept", BROWSER)).contains("canary"));
  }

  /** The PDF is dropped, its QR code is read from a picture of the page and seen by the camera. */
  @Test
  void aBrowserReadsThePdfAndTheCodeOnIt() throws IOException {
    Path chromium = Browser.require("Certificates are not verified in a browser");
    NodePackages packages =
        NodePackages.install(
                Path.of("../../gateway/src/test/page"),
                Path.of("target/page"),
                "Certificates are not verified in a browser")
            .with("browser.mjs");
    byte[] pdf = certificate(licence("Kavitha Menon"));
    Path folder = Files.createDirectories(Path.of("target/certificate").toAbsolutePath());
    Files.write(folder.resolve("certificate.pdf"), pdf);
    Files.write(folder.resolve("changed.pdf"), changed(pdf));
    Files.write(folder.resolve("credential.json"), embedded(pdf));
    ImageIO.write(lowerHalf(pdf), "png", folder.resolve("certificate.png").toFile());
    List<String> arguments =
        List.of(suite.endpoints().gateway(), chromium.toString(), folder.toString());

    assertEquals(new NodePackages.Ended(0, "\n"), packages.run("certificate.mjs", arguments));
  }

  /**
   * The half of the page that has the code, small enough that it is read as it is: modules of a
   * whole page would have two pixels.
   */
  private static BufferedImage lowerHalf(byte[] pdf) throws IOException {
    try (PDDocument document = Loader.loadPDF(pdf)) {
      BufferedImage page = new PDFRenderer(document).renderImageWithDPI(0, 170);
      int height = page.getHeight() / 2;
      return page.getSubimage(0, page.getHeight() - height, page.getWidth(), height);
    }
  }

  @Test
  void whatCannotBeReadOfAPdfCostsNothingAndIsNoCredential() {
    List<String> hostile =
        new ArrayList<>(
            Stream.of("%PDF-1.7", "%PDF-1.7\n".repeat(50_000), "ATT1:" + "6BF".repeat(1_000))
                .toList());
    hostile.add("%PDF-1.7\n" + "1 0 obj<</Kids[1 0 R]/Parent 1 0 R>>endobj\n".repeat(5_000));
    for (String sent : hostile) {
      Answer answer = handIn(sent);
      assertTrue(answer.http().statusCode() <= 400, answer.http().toString());
      assertEquals("This is not a credential", heading(answer));
    }
  }

  private static String licence(String name) {
    JsonNode licence =
        Json.read(
            """
            {"name": "%s", "subjects": ["Biology"], "school": "Lake View School",
             "place": "Kollam", "licenceNumber": "TL-2026-%05d",
             "validUntil": "2099-05-31T18:30:00Z"}
            """
                .formatted(name, Math.floorMod(name.hashCode(), 100_000)));
    return anybody
        .post(TYPE, licence.toString())
        .status(200)
        .result()
        .at("/TeachingLicence/osid")
        .textValue();
  }

  private static String signed(String id) {
    return anybody.get(TYPE + "/" + id).status(200).json().get("_osSignedData").textValue();
  }

  private static byte[] certificate(String id) {
    Answer certificate = anybody.pdf(TYPE + "/" + id).status(200);
    assertEquals("application/pdf", certificate.header("content-type"));
    return certificate.http().body();
  }

  private static byte[] embedded(byte[] pdf) throws IOException {
    try (PDDocument document = Loader.loadPDF(pdf)) {
      var files = document.getDocumentCatalog().getNames().getEmbeddedFiles().getNames();
      return files.get("credential.json").getEmbeddedFile().toByteArray();
    }
  }

  /** The same PDF with another name of one letter in the credential that it embeds. */
  private static byte[] changed(byte[] pdf) throws IOException {
    try (PDDocument document = Loader.loadPDF(pdf)) {
      var files = document.getDocumentCatalog().getNames().getEmbeddedFiles().getNames();
      var stream = files.get("credential.json").getEmbeddedFile();
      String credential = new String(stream.toByteArray(), StandardCharsets.UTF_8);
      String changed = credential.replace("Kavitha", "Savitha");
      assertFalse(changed.equals(credential), credential);
      try (var out = stream.createOutputStream(org.apache.pdfbox.cos.COSName.FLATE_DECODE)) {
        out.write(changed.getBytes(StandardCharsets.UTF_8));
      }
      var saved = new java.io.ByteArrayOutputStream();
      document.save(saved);
      return saved.toByteArray();
    }
  }

  private static Answer handIn(String text) {
    String form = "credential=" + URLEncoder.encode(text, StandardCharsets.UTF_8);
    return anybody.send(
        "POST",
        "/verify?lang=en",
        "application/x-www-form-urlencoded",
        form.getBytes(StandardCharsets.US_ASCII),
        "accept",
        BROWSER);
  }

  private static Answer open(String path) {
    return anybody.get(path, "accept", BROWSER).status(200);
  }

  /** The path of the address that a line ends with. */
  private static String link(String line) {
    return URI.create(line.substring(line.lastIndexOf(' ') + 1)).getPath();
  }

  private static String heading(Answer page) {
    return text(page).replaceAll("(?s).*<h1>(.*?)</h1>.*", "$1");
  }

  private static String text(Answer answer) {
    return new String(answer.http().body(), StandardCharsets.UTF_8);
  }
}
