package org.attestry.registry;

import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AddPropertyRequest;
import org.attestry.contracts.registry.EntityReceipt;
import org.attestry.contracts.registry.InviteEntityRequest;
import org.attestry.contracts.registry.ReadEntityRequest;
import org.attestry.contracts.registry.RegistryOperations;
import org.attestry.contracts.registry.ReplaceEntityRequest;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.domain.owners.UserDirectory.NewUser;
import org.attestry.registry.identity.FaultyProvider;
import org.attestry.registry.identity.KeycloakDirectory;
import org.attestry.registry.identity.Logins;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.Keycloak;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
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

  private static final Duration SOON = Duration.ofSeconds(60);

  /**
   * A removal that the provider is too slow for is tried again after half a minute, and counts as
   * done two minutes after the invitation if the user is gone by then.
   */
  private static final Duration MENDED = Duration.ofMinutes(4);

  private static final String USERS = ".*/users";
  private static final String PASSWORD = "first-Password-1";

  private static RunningRegistry registry;
  private static FaultyProvider provider;
  private static Keycloak keycloak;
  private static Logins logins;

  @BeforeAll
  static void start() {
    keycloak = TestServers.keycloak();
    provider = new FaultyProvider(keycloak.authUrl());
    logins = new Logins(keycloak);
    registry =
        RunningRegistry.with(
            Map.of(
                "IDENTITY_AUTH_URL", provider.authUrl(),
                "IDENTITY_REALM", Keycloak.REALM,
                "IDENTITY_CLIENT_ID", keycloak.adminClient().id(),
                "IDENTITY_CLIENT_SECRET", keycloak.adminClient().secret(),
                "IDENTITY_DEFAULT_PASSWORD", "first-Password-1"));
    registry.publish(
        TestType.named("Pupil").inviteRoles("anonymous").owner(BY_MOBILE).unique("phone"));
    registry.publish(
        TestType.named("Family")
            .inviteRoles("anonymous")
            .owner(
                new OwnershipAttribute("/name", null, null, null),
                new OwnershipAttribute("/phone", null, null, null)));
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
    provider.close();
  }

  @AfterEach
  void mend() {
    provider.isWell();
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
  void eachAttributeNamesAnOwnerAndWhoIsNamedTwiceIsOne() {
    String one = "A" + mobile();
    String two = mobile();
    EntityReceipt family = registry.invite("Family", family(one, two), Caller.NOBODY);
    assertEquals(
        List.of(logins.in(one, PASSWORD).subject(), logins.in(two, PASSWORD).subject()),
        owners(family));
    String twice = "B" + mobile();
    EntityReceipt alone =
        registry.invite("Family", family(twice, twice.toLowerCase()), Caller.NOBODY);
    assertEquals(List.of(logins.in(twice, PASSWORD).subject()), owners(alone));
  }

  @Test
  void secondOwnerThatIsTakenLeavesNothingOfTheFirst() {
    String taken = mobile();
    registry.invite("Family", family("C" + mobile(), taken), Caller.NOBODY);
    String first = "D" + mobile();
    InviteEntityRequest request =
        new InviteEntityRequest("Family", JsonBytes.of(family(first, taken)));
    assertEquals(
        FailureKind.CONFLICT,
        registry.refusal(RegistryOperations.INVITE_ENTITY, request, Caller.NOBODY).kind());
    assertFalse(logsIn(first));
    nothingIsUnderWay(first);
  }

  @Test
  void linkedAccountGetsItsRoleOnlyWithTheEntity() {
    String mobile = mobile();
    registry.invite("Family", family("E" + mobile(), mobile), Caller.NOBODY);
    registry.create("Pupil", pupil(mobile(), "held-" + mobile), ANNA);
    assertEquals(FailureKind.CONFLICT, inviteRefused(pupil(mobile, "held-" + mobile), ANNA));
    assertFalse(logins.in(mobile, PASSWORD).roles().contains("Pupil"));
    registry.invite("Pupil", pupil(mobile, "free-" + mobile), ANNA);
    assertTrue(logins.in(mobile, PASSWORD).roles().contains("Pupil"));
    nothingIsUnderWay(mobile);
  }

  @Test
  void manyInvitationsOfOneUserAtOnceHaveOneOwner() {
    String mobile = mobile();
    List<Future<EntityReceipt>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      InviteEntityRequest request =
          new InviteEntityRequest("Pupil", JsonBytes.of(pupil(mobile, mobile + i)));
      all.add(registry.asking(RegistryOperations.INVITE_ENTITY, request, ANNA));
    }
    await(Future.all(all));
    List<String> owner = List.of(logins.in(mobile, PASSWORD).subject());
    all.forEach(invited -> assertEquals(owner, owners(invited.result())));
    nothingIsUnderWay(mobile);
  }

  @Test
  void userWhoseCreationWasNotHeardOfIsTakenBack() {
    String mobile = mobile();
    provider.losesTheAnswerTo(HttpMethod.POST, USERS);
    assertEquals(FailureKind.UNAVAILABLE, inviteRefused(pupil(mobile, mobile), Caller.NOBODY));
    assertFalse(logsIn(mobile));
    provider.isWell();
    registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    assertTrue(logsIn(mobile));
  }

  @Test
  void userIsTakenBackWhenTheProviderIsThereAgain() {
    String mobile = mobile();
    provider.isGoneAfter(HttpMethod.POST, USERS);
    assertEquals(FailureKind.UNAVAILABLE, inviteRefused(pupil(mobile, mobile), Caller.NOBODY));
    assertTrue(logsIn(mobile));
    provider.isWell();
    isTakenBack(mobile);
    registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
  }

  @Test
  void ownerGetsTheRoleLaterWhenTheProviderWentAwayAfterTheEntityWasStored() {
    String mobile = mobile();
    registry.invite("Family", family("F" + mobile(), mobile), Caller.NOBODY);
    provider.loses(HttpMethod.POST, ".*/role-mappings/realm");
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), ANNA);
    Logins.Token before = logins.in(mobile, PASSWORD);
    assertEquals(List.of(before.subject()), owners(entity));
    assertFalse(before.roles().contains("Pupil"));
    provider.isWell();
    registry.asAdministrator("UPDATE owner_link SET due = now()");
    isLinked(before.subject());
    assertTrue(logins.in(mobile, PASSWORD).roles().contains("Pupil"));
  }

  @Test
  void userOfAProcessThatEndedBeforeStoringIsTakenBack() {
    String mobile = mobile();
    UUID entity = UUID.randomUUID();
    KeycloakDirectory directory = new KeycloakDirectory(registry.vertx, registry.config.identity());
    NewUser user = new NewUser(mobile, null, null, null, "Pupil");
    await(directory.provide(user, entity, Deadline.in(SOON)));
    registry.asAdministrator(
        """
        INSERT INTO owner_provision (entity_id, username, begun_at, held_until)
        VALUES ('%s', '%s', now(), now() - interval '1 second')
        """
            .formatted(entity, mobile));
    isTakenBack(mobile);
    await(directory.close());
  }

  @Test
  void invitationOfAProcessThatEndedSucceedsUnderItsKey() {
    String mobile = mobile();
    String key = UUID.randomUUID().toString();
    UUID entity = UUID.randomUUID();
    KeycloakDirectory directory = new KeycloakDirectory(registry.vertx, registry.config.identity());
    await(
        directory.provide(
            new NewUser(mobile, null, null, null, "Pupil"), entity, Deadline.in(SOON)));
    registry.asAdministrator(
        """
        INSERT INTO owner_provision (entity_id, username, begun_at, held_until)
        VALUES ('%s', '%s', now(), now() + interval '1 second');
        INSERT INTO idempotent_request
          (caller, operation, key, digest, attempt, begun_at, held_until)
        VALUES ('', 'registry.inviteEntity.v1', '%s', 'x', gen_random_uuid(),
                now() - interval '20 seconds', now() - interval '1 second')
        """
            .formatted(entity, mobile, key));
    InviteEntityRequest invitation =
        new InviteEntityRequest("Pupil", JsonBytes.of(pupil(mobile, mobile)));

    EntityReceipt invited =
        await(registry.asking(RegistryOperations.INVITE_ENTITY, invitation, Caller.NOBODY, key));

    assertEquals(
        invited,
        await(registry.asking(RegistryOperations.INVITE_ENTITY, invitation, Caller.NOBODY, key)));
    assertEquals(List.of(logins.in(mobile, PASSWORD).subject()), owners(invited));
    await(directory.close());
  }

  @Test
  void userIsTakenBackWhenTheDatabaseBreaksOff() {
    String mobile = mobile();
    registry.asAdministrator(
        """
        CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
        CREATE TRIGGER break_off BEFORE INSERT ON history FOR EACH ROW EXECUTE FUNCTION break_off()
        """);
    try {
      inviteRefused(pupil(mobile, mobile), Caller.NOBODY);
    } finally {
      registry.asAdministrator("DROP FUNCTION break_off CASCADE");
    }
    isTakenBack(mobile);
    registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
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
  void whatNamesTheOwnerCannotChangeInAnyOtherWayEither() {
    EntityReceipt entity = registry.create("Pupil", pupil(mobile(), "7"), ANNA);
    List<Failure> refusals = new ArrayList<>();
    for (String body : List.of(pupil(mobile(), "7"), "{\"name\": \"Pupil\", \"phone\": \"7\"}")) {
      ReplaceEntityRequest replacement =
          new ReplaceEntityRequest("Pupil", entity.osid(), JsonBytes.of(body), null);
      for (Caller caller : List.of(ANNA, Callers.admin())) {
        refusals.add(registry.refusal(RegistryOperations.REPLACE_ENTITY, replacement, caller));
      }
    }
    AddPropertyRequest merged =
        new AddPropertyRequest(
            "Pupil",
            entity.osid(),
            List.of("contact"),
            JsonBytes.of("{\"mobile\": \"other\", \"city\": \"Ulm\"}"),
            null);
    refusals.add(registry.refusal(RegistryOperations.ADD_PROPERTY, merged, ANNA));
    refusals.add(
        registry.refusal(
            RegistryOperations.CHANGE_PROPERTY, change(entity, "contact", "{}", false), ANNA));
    for (Failure refused : refusals) {
      assertEquals(FailureKind.CONFLICT, refused.kind());
      assertTrue(refused.message().contains("/contact/mobile"), refused.message());
    }
    assertEquals(1, registry.ask(RegistryOperations.READ_ENTITY, reading(entity), ANNA).version());
  }

  private static ReadEntityRequest reading(EntityReceipt entity) {
    return new ReadEntityRequest(entity.type(), entity.osid());
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
    Failure without =
        registry.refusal(
            RegistryOperations.CREATE_ENTITY,
            creation("Member", "{\"login\": \"%s\"}".formatted(login)),
            ANNA);
    assertEquals("/password", without.violations().getFirst().pointer());
    EntityReceipt entity =
        registry.create(
            "Member",
            "{\"login\": \"%s\", \"password\": \"own-Password-2\"}".formatted(login),
            ANNA);
    logins.in(login, "own-Password-2");
    assertFalse(registry.read(entity, ANNA).has("password"));
    registry.ask(
        RegistryOperations.CHANGE_PROPERTY, change(entity, "nick", "\"Nick\"", false), ANNA);
    Failure refused =
        registry.refusal(
            RegistryOperations.CHANGE_PROPERTY, change(entity, "password", "\"P\"", false), ANNA);
    assertEquals("registry.owner.password", refused.code());
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

  private static boolean logsIn(String username) {
    try {
      logins.in(username, PASSWORD);
      return true;
    } catch (AssertionError refused) {
      return false;
    }
  }

  /** Looks at the service's own note: the provider has enough to do with the removal. */
  private static void isTakenBack(String username) {
    Eventually.until(
        MENDED,
        () ->
            registry.database.single(
                "SELECT count(*) FROM owner_provision WHERE username = ?", username),
        "0"::equals);
    assertFalse(logsIn(username));
  }

  /**
   * Looks at the service's own note: Keycloak refuses a right password while it writes the user.
   */
  private static void isLinked(String user) {
    Eventually.until(SOON, () -> linksUnderWay(user), "0"::equals);
  }

  private static String linksUnderWay(String user) {
    return registry.database.single("SELECT count(*) FROM owner_link WHERE user_id = ?", user);
  }

  private static List<String> owners(EntityReceipt entity) {
    List<String> owners = new ArrayList<>();
    registry.read(entity, Callers.admin()).path("osOwner").forEach(id -> owners.add(id.asText()));
    return owners;
  }

  private static void nothingIsUnderWay(String username) {
    assertEquals(
        "0",
        registry.database.single(
            "SELECT count(*) FROM owner_provision WHERE username = '%s'".formatted(username)));
    if (logsIn(username)) {
      String user = logins.in(username, PASSWORD).subject();
      assertEquals("0", linksUnderWay(user));
    }
  }

  private static String family(String name, String phone) {
    return "{\"name\": \"%s\", \"phone\": \"%s\"}".formatted(name, phone);
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
