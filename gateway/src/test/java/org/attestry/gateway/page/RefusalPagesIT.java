package org.attestry.gateway.page;

import static org.attestry.gateway.page.PageSamples.NUMBER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Map;
import org.attestry.gateway.GatewayServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused on the verification page's paths. */
class RefusalPagesIT {

  /** What a browser sends when somebody opens an address. */
  private static final String BROWSER =
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

  @AutoClose private static GatewayServer gateway;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer(Map.of("MAX_BODY_BYTES", "10000"));
    PageSamples.serve(gateway.services());
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /verify?page=1, 400, This request could not be understood, verify?lang=en",
    "GET, /verify/a?x=1&lang=hi, 400, यह अनुरोध समझा नहीं जा सका, ../verify?lang=hi",
    "GET, /verify/a/b, 404, There is no such page, ../../verify?lang=en",
    "GET, /verify/, 404, There is no such page, ../verify?lang=en",
    "GET, /verify/assets/x.js, 404, There is no such page, ../../verify?lang=en",
    "DELETE, /verify, 405, This request could not be understood, verify?lang=en",
    "POST, /verify, 415, This cannot be checked in this form, verify?lang=en"
  })
  void aBrowserSeesThemAsAPage(String method, String path, int status, String title, String home) {
    HttpResponse<String> page = gateway.request(method, path).header("accept", BROWSER).send();

    assertEquals(status, page.statusCode(), page.body());
    assertEquals("text/html; charset=utf-8", header(page, "content-type"));
    assertTrue(page.body().contains("<h1>" + title + "</h1>"), page.body());
    assertTrue(page.body().contains("href=\"" + home + "\""), page.body());
    assertTrue(header(page, "content-security-policy").contains("frame-ancestors 'none'"));
    assertEquals("accept, accept-language", header(page, "vary"));
    assertEquals("no-store", header(page, "cache-control"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "*/*", "application/json, text/html;q=0.5"})
  void othersSeeJson(String accept) {
    HttpResponse<String> refused =
        gateway.request("GET", "/verify?page=1").header("accept", accept).send();

    assertEquals(400, refused.statusCode());
    assertTrue(refused.body().startsWith("{\"id\":"), refused.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/Schema?x=1", "/verifying", "/health?x=1"})
  void otherPathsAnswerABrowserWithJsonToo(String path) {
    HttpResponse<String> refused = gateway.request("GET", path).header("accept", BROWSER).send();

    assertTrue(refused.body().startsWith("{\"id\":"), refused.body());
  }

  @Test
  void aFormThatIsTooLargeGetsAPage() {
    HttpResponse<String> page =
        gateway
            .request("POST", "/verify?lang=en")
            .header("accept", BROWSER)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(BodyPublishers.ofString("credential=" + "a".repeat(20_000)))
            .send();

    assertEquals(413, page.statusCode());
    assertTrue(page.body().contains("<h1>This is too large to be checked</h1>"), page.body());
  }

  @Test
  void aPageDoesNotGrowWithItsAddress() {
    HttpResponse<String> page =
        gateway
            .request("GET", "/verify/" + "a/".repeat(1_500) + "%3Cscript%3E")
            .header("accept", BROWSER)
            .send();

    assertEquals(404, page.statusCode());
    assertTrue(page.body().length() < 4_000, page.body().length() + " characters");
    assertFalse(page.body().contains("<script"), page.body());
  }

  /** A client that writes the header itself shares the limit of its own address. */
  @Test
  void eachAddressBehindATrustedProxyHasALimitOfItsOwn() {
    try (GatewayServer limited =
        new GatewayServer(
            Map.of(
                "RATE_LIMIT_PER_MINUTE", "1",
                "RATE_LIMIT_BURST", "2",
                "TRUSTED_PROXIES", "127.0.0.1"))) {
      PageSamples.serve(limited.services());
      assertEquals(200, forwarded(limited, "203.0.113.7").statusCode());
      assertEquals(200, forwarded(limited, "198.51.100.1, 203.0.113.7").statusCode());
      HttpResponse<String> third = forwarded(limited, "198.51.100.2, 203.0.113.7");

      assertEquals(429, third.statusCode());
      assertTrue(third.body().contains("<h1>Too many checks at once</h1>"), third.body());
      assertTrue(
          third.body().contains("number of seconds: " + header(third, "retry-after") + "."),
          third.body());
      assertEquals(200, forwarded(limited, "203.0.113.8").statusCode());
    }
  }

  private static HttpResponse<String> forwarded(GatewayServer limited, String addresses) {
    return limited
        .request("GET", "/verify/" + NUMBER + "1")
        .header("accept", BROWSER)
        .header("x-forwarded-for", addresses)
        .send();
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
