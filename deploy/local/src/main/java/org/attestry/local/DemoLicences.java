package org.attestry.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import org.attestry.runtime.json.Json;

/**
 * Teaching licences with a valid, an expired, a suspended and a revoked credential. Their type has
 * the role {@code anonymous}, so that a browser shows the certificates without a token.
 */
final class DemoLicences {

  private static final String TYPE = "TeachingLicence";
  private static final String PATH = "/api/v1/" + TYPE;

  private final Endpoints suite;
  private final GatewayClient gateway;

  DemoLicences(Endpoints suite, GatewayClient gateway) {
    this.suite = suite;
    this.gateway = gateway;
  }

  /** Publishes the type and creates the licences, unless the type exists already. */
  void load(String admin) throws IOException, InterruptedException {
    if (gateway.get("/api/v1/Schema", admin).findValuesAsText("name").contains(TYPE)) {
      return;
    }
    JsonNode schema =
        Json.object()
            .put("name", TYPE)
            .put("schema", Demo.text("/demo/teaching-licence.json"))
            .put("status", "PUBLISHED");
    gateway.post("/api/v1/Schema", schema.toString(), admin);
    JsonNode licences = Json.read(Demo.text("/demo/teaching-licences.json"));
    for (Map.Entry<String, JsonNode> licence : licences.properties()) {
      String id =
          gateway
              .post(PATH, licence.getValue().toString(), null)
              .at("/result/" + TYPE + "/osid")
              .textValue();
      switch (licence.getKey()) {
        case "suspended" -> gateway.post(PATH + "/" + id + "/suspend", "{}", admin);
        case "revoked" -> gateway.post(PATH + "/" + id + "/revoke", "{}", admin);
        default -> {
          // the state of its credential follows from its dates
        }
      }
    }
  }

  /** Prints the URLs of the certificate and of the verification page of each licence. */
  void print(String admin, PrintStream out) throws IOException, InterruptedException {
    out.println("  licences     open these in a browser:");
    for (JsonNode licence : gateway.post(PATH + "/search", "{\"filters\":{}}", null).get("data")) {
      String id = licence.get("osid").textValue();
      out.printf("    %s, %s%n", licence.get("name").textValue(), licence.get("place").textValue());
      out.printf("      certificate   %s%s/%s%n", suite.gateway(), PATH, id);
      out.printf("      verification  %s/verify/%s%n", suite.gateway(), credential(licence, admin));
    }
  }

  /**
   * Returns the id of a licence's credential; for a revoked credential it is read from the record
   * of the revocation.
   */
  private String credential(JsonNode licence, String admin)
      throws IOException, InterruptedException {
    String signed = licence.path("_osSignedData").asText();
    if (!signed.isEmpty()) {
      return Json.read(signed).get("id").textValue();
    }
    String revoked = "{\"filters\":{\"entityId\":{\"eq\":\"%s\"}}}";
    return gateway
        .post(
            "/api/v1/RevokedCredential/search",
            revoked.formatted(licence.get("osid").textValue()),
            admin)
        .at("/data/0/credentialId")
        .textValue();
  }
}
