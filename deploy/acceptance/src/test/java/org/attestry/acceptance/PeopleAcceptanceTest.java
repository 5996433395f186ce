package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.attestry.local.Endpoints;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The people whose records others store: their accounts, and records that are handed on. */
class PeopleAcceptanceTest {

  private static final String DEFINITION =
      """
      {"type": "object", "required": ["name", "phone"],
       "properties": {"name": {"type": "string"}, "phone": {"type": "string"},
                      "email": {"type": "string", "format": "email"}}}
      """;

  private static final String CONFIG =
      """
      {"roles": ["Clerk"], "inviteRoles": ["Clerk"], "systemFields": [],
       "ownershipAttributes": [{"userId": "/phone", "email": "/email"}],
       "attestationPolicies": [{"name": "check", "type": "AUTOMATED",
         "attestationProperties": {"name": "$.name"}}]}
      """;

  private static Endpoints suite;
  private static IdentityProvider identity;
  private static Client admin;

  @BeforeAll
  static void start() {
    suite = RunningSuite.shared();
    identity = new IdentityProvider(suite);
    admin = Client.withToken(suite, identity.clientCredentials().get("access_token").textValue());
  }

  @Test
  void peopleOfASpreadsheetLogInAndTheirRecordsAreHandedOn() {
    OwnType type = OwnType.publish(admin, "Licensee", DEFINITION, CONFIG);
    String asha = phone();
    String ravi = phone();
    String csv =
        "name;phone;email\nAsha;%s;%s@example.org\nRavi;%s;\nAsha again;%s;\n"
            .formatted(asha, asha, ravi, asha);

    JsonNode done =
        admin
            .post(
                type.path() + "/import?logins=true",
                "text/csv",
                csv.getBytes(StandardCharsets.UTF_8))
            .succeeded("registry.import")
            .result();

    assertEquals(
        List.of(3, 2, 1),
        List.of(
            done.get("rows").intValue(),
            done.get("created").intValue(),
            done.get("refused").intValue()));
    String refused =
        new String(admin.get(done.get("errors").textValue()).http().body(), StandardCharsets.UTF_8);
    assertTrue(refused.contains("\"row\":3") && refused.contains("/phone"), refused);
    JsonNode record = own(type, logIn(asha));
    assertEquals("Asha", record.get("name").textValue());
    assertEquals("PUBLISHED", record.at("/check/0/_osState").textValue());

    String osid = record.get("osid").textValue();
    String changed = phone();
    admin
        .put(type.path(osid) + "/osOwner", "{\"userId\": \"%s\"}".formatted(changed))
        .succeeded("registry.update");
    assertEquals(changed, own(type, logIn(changed)).get("phone").textValue());

    JsonNode other = own(type, logIn(ravi));
    String heir = other.get("osOwner").get(0).textValue();
    admin
        .put(
            type.path(other.get("osid").textValue()) + "/osOwner",
            "{\"osOwner\": %s}".formatted(record.get("osOwner")))
        .succeeded("registry.update");
    admin
        .put(type.path(osid) + "/osOwner", "{\"osOwner\": [\"%s\"]}".formatted(heir))
        .succeeded("registry.update");
    JsonNode handed = own(type, logIn(ravi));
    assertEquals(osid, handed.get("osid").textValue());
    assertEquals(record.get("check"), handed.get("check"));
    logIn(ravi).put(type.path(osid) + "/osOwner", "{\"userId\": \"x\"}").status(403);

    admin.delete(type.path(osid)).status(200);
    Eventually.until(() -> roles(ravi), roles -> !roles.contains(type.name()));
    assertTrue(roles(changed).contains(type.name()));
  }

  private static String phone() {
    return "7" + Samples.fresh().unique();
  }

  private static Client logIn(String phone) {
    return Client.withToken(suite, token(phone));
  }

  private static String token(String phone) {
    return identity.password(phone, suite.defaultPassword()).get("access_token").textValue();
  }

  private static String roles(String phone) {
    String claims = token(phone).split("\\.")[1];
    return new String(Base64.getUrlDecoder().decode(claims), StandardCharsets.UTF_8);
  }

  /** The one record that a caller owns. */
  private static JsonNode own(OwnType type, Client caller) {
    JsonNode page = caller.get(type.path()).status(200).json();
    assertEquals(1, page.get("totalCount").intValue());
    return page.get("data").get(0);
  }
}
