package org.attestry.registry;

import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityReceipt;
import org.attestry.contracts.registry.InviteEntityRequest;
import org.attestry.contracts.registry.RegistryOperations;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.identity.Logins;
import org.attestry.testkit.Callers;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.KeycloakServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OwnersIT {

  private static final Caller ANNA = user("anna");
  private static final OwnershipAttribute BY_MOBILE =
      new OwnershipAttribute("/contact/mobile", "/email", "/contact/mobile", null);
  private static final String WITH_PASSWORD =
      """
      {"type": "object", "required": ["login", "password"],
       "properties": {"login": {"type": "string"}, "password": {"type": "string"},
                      "nick": {"type": "string"}}}
      """;

  private static RunningRegistry registry;
  private static Logins logins;

  @BeforeAll
  static void start() {
    KeycloakServer keycloak = TestServers.keycloak();
    logins = new Logins(keycloak);
    registry =
        RunningRegistry.with(
            Map.of(
                "IDENTITY_AUTH_URL", keycloak.authUrl(),
                "IDENTITY_REALM", KeycloakServer.REALM,
                "IDENTITY_CLIENT_ID", keycloak.adminClient().id(),
                "IDENTITY_CLIENT_SECRET", keycloak.adminClient().secret(),
                "IDENTITY_DEFAULT_PASSWORD", "first-Password-1"));
    registry.publish(
        TestType.named("Pupil").inviteRoles("anonymous").owner(BY_MOBILE).unique("phone"));
    registry.publish(
        TestType.named("NoLogin").inviteRoles("anonymous").owner(BY_MOBILE).withoutLogin());
    registry.publish(
        TestType.named("Member")
            .inviteRoles("anonymous")
            .definition(WITH_PASSWORD)
            .owner(new OwnershipAttribute("/login", null, null, "/password")));
  }

  @AfterAll
  static void stop() {
    registry.close();
  }

  @Test
  void invitedUserLogsInAndOwnsTheEntity() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, "1"), Caller.NOBODY);
    Logins.Token token = logins.in(mobile, "first-Password-1");
    assertTrue(token.roles().contains("Pupil"));
    ObjectNode read = registry.read(entity, user(token.subject()));
    assertEquals("[\"%s\"]".formatted(token.subject()), read.path("osOwner").toString());
    assertEquals(mobile, read.at("/contact/mobile").textValue());
  }

  @Test
  void creatorAndNamedUserOwnTheEntity() {
    String mobile = mobile();
    EntityReceipt entity = registry.create("Pupil", pupil(mobile, "2"), ANNA);
    String named = logins.in(mobile, "first-Password-1").subject();
    assertEquals(
        "[\"anna\",\"%s\"]".formatted(named),
        registry.read(entity, ANNA).path("osOwner").toString());
  }

  @Test
  void existingAccountIsLinkedByAKnownInviterOnly() {
    String mobile = mobile();
    registry.invite("Pupil", pupil(mobile, "3"), Caller.NOBODY);
    assertEquals(FailureKind.CONFLICT, inviteRefused(pupil(mobile, "4"), Caller.NOBODY));
    EntityReceipt second = registry.invite("Pupil", pupil(mobile, "4"), ANNA);
    String owner = logins.in(mobile, "first-Password-1").subject();
    assertEquals(owner, registry.read(second, user(owner)).at("/osOwner/0").textValue());
  }

  @Test
  void userOfAnEntityThatWasNotStoredIsNotLeftBehind() {
    registry.create("Pupil", pupil(mobile(), "taken"), ANNA);
    String mobile = mobile();
    assertEquals(FailureKind.CONFLICT, inviteRefused(pupil(mobile, "taken"), Caller.NOBODY));
    assertThrows(AssertionError.class, () -> logins.in(mobile, "first-Password-1"));
    registry.invite("Pupil", pupil(mobile, "free"), Caller.NOBODY);
  }

  @Test
  void whatNamesTheOwnerCannotChange() {
    EntityReceipt entity = registry.create("Pupil", pupil(mobile(), "5"), ANNA);
    assertEquals(
        FailureKind.CONFLICT,
        registry
            .refusal(
                RegistryOperations.CHANGE_PROPERTY,
                change(entity, "contact/mobile", "\"other\"", false),
                ANNA)
            .kind());
    registry.ask(
        RegistryOperations.CHANGE_PROPERTY, change(entity, "contact/city", "\"Ulm\"", false), ANNA);
  }

  @Test
  void typeWithoutLoginHasNoUsers() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("NoLogin", pupil(mobile, "6"), Caller.NOBODY);
    assertThrows(AssertionError.class, () -> logins.in(mobile, "first-Password-1"));
    assertEquals("[]", registry.read(entity, Callers.admin()).path("osOwner").toString());
  }

  @Test
  void firstPasswordIsTheProvidersToKeep() {
    String login = "member-" + UUID.randomUUID();
    EntityReceipt entity =
        registry.create(
            "Member",
            "{\"login\": \"%s\", \"password\": \"own-Password-2\"}".formatted(login),
            ANNA);
    logins.in(login, "own-Password-2");
    assertFalse(registry.read(entity, ANNA).has("password"));
    registry.ask(
        RegistryOperations.CHANGE_PROPERTY, change(entity, "nick", "\"Nick\"", false), ANNA);
    assertEquals(
        "0",
        registry.database.single(
            "SELECT count(*) FROM entity WHERE body::text LIKE '%own-Password-2%'"));
  }

  @Test
  void nothingIsStoredWhenTheProviderIsAway() {
    try (RunningRegistry alone = RunningRegistry.sharing(registry)) {
      assertEquals(
          FailureKind.UNAVAILABLE,
          alone
              .refusal(
                  RegistryOperations.CREATE_ENTITY, creation("Pupil", pupil(mobile(), "7")), ANNA)
              .kind());
    }
    assertEquals(
        "0", registry.database.single("SELECT count(*) FROM entity WHERE body ->> 'phone' = '7'"));
  }

  private static FailureKind inviteRefused(String json, Caller caller) {
    return registry
        .refusal(
            RegistryOperations.INVITE_ENTITY,
            new InviteEntityRequest("Pupil", JsonBytes.of(json)),
            caller)
        .kind();
  }

  private static String mobile() {
    return "m" + List.of(UUID.randomUUID().toString().split("-")).getLast();
  }

  private static String pupil(String mobile, String phone) {
    return """
    {"name": "Pupil", "phone": "%s", "email": "p@example.org", "contact": {"mobile": "%s"}}
    """
        .formatted(phone, mobile);
  }
}
