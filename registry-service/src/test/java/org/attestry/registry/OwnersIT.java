package org.attestry.registry;

import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpMethod;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.BulkOperations;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.contracts.registry.BulkOperations.ReadImportErrorsRequest;
import org.attestry.contracts.registry.BulkOperations.StartImportRequest;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.AddPropertyRequest;
import org.attestry.contracts.registry.EntityOperations.ChangeOwnersRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.InviteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ReplaceEntityRequest;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.identity.FaultyProvider;
import org.attestry.registry.identity.KeycloakDirectory;
import org.attestry.registry.identity.Logins;
import org.attestry.registry.owners.EntityOwners;
import org.attestry.registry.owners.ImportedOwners;
import org.attestry.registry.owners.RowAccounts;
import org.attestry.registry.owners.UserDirectory.Account;
import org.attestry.registry.owners.UserDirectory.NewUser;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Calls;
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
    registry = registryWith(Map.of("IDENTITY_OWNERS", "2"));
    registry.publish(
        TestType.named("Pupil").inviteRoles("anonymous").owner(BY_MOBILE).unique("phone"));
    registry.publish(
        TestType.named("Family")
            .inviteRoles("anonymous")
            .owner(
                new OwnershipAttribute("/name", null, null, null),
                new OwnershipAttribute("/phone", null, null, null)));
    registry.publish(
        TestType.named("Clan")
            .inviteRoles("anonymous")
            .owner(
                new OwnershipAttribute("/name", null, null, null),
                new OwnershipAttribute("/phone", null, null, null),
                new OwnershipAttribute("/email", null, null, null)));
    registry.publish(
        TestType.named("Couple")
            .inviteRoles("anonymous")
            .owner(
                new OwnershipAttribute("/one", "/email", null, null),
                new OwnershipAttribute("/two", "/email", null, null),
                new OwnershipAttribute("/three", "/other", null, null))
            .definition("{\"type\": \"object\"}"));
    registry.publish(TestType.named("Closed").inviteRoles("Clerk").owner(BY_MOBILE));
    registry.publish(
        TestType.named("NoLogin").inviteRoles("anonymous").owner(BY_MOBILE).withoutLogin());
    registry.publish(
        TestType.named("Member")
            .inviteRoles("anonymous")
            .definition(WITH_PASSWORD)
            .owner(new OwnershipAttribute("/login", null, null, "/password")));
  }

  private static RunningRegistry registryWith(Map<String, String> more) {
    return RunningRegistry.with(settings(more));
  }

  private static Map<String, String> settings(Map<String, String> more) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "IDENTITY_AUTH_URL", provider.authUrl(),
                "IDENTITY_REALM", Keycloak.REALM,
                "IDENTITY_CLIENT_ID", keycloak.adminClient().id(),
                "IDENTITY_CLIENT_SECRET", keycloak.adminClient().secret(),
                "IDENTITY_DEFAULT_PASSWORD", PASSWORD));
    settings.putAll(more);
    return settings;
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
  void nobodyButItsUserOrAnAdminNamesAnAccountThatExists() {
    String mobile = mobile();
    registry.invite("Pupil", pupil(mobile, "3-" + mobile), Caller.NOBODY);
    Logins.Token before = logins.in(mobile, PASSWORD);
    InviteEntityRequest forced =
        new InviteEntityRequest("Family", JsonBytes.of(family("G" + mobile(), mobile)));
    for (Caller stranger : List.of(Caller.NOBODY, ANNA)) {
      Failure refused = registry.refusal(EntityOperations.INVITE_ENTITY, forced, stranger);
      assertEquals(FailureKind.CONFLICT, refused.kind());
      assertEquals("registry.owner.taken", refused.code());
      assertEquals("/phone", refused.violations().get(0).pointer());
      assertEquals(
          FailureKind.CONFLICT,
          registry
              .refusal(
                  EntityOperations.CREATE_ENTITY,
                  creation("Family", family("G" + mobile(), mobile)),
                  ANNA)
              .kind());
    }
    assertEquals(before.roles(), logins.in(mobile, PASSWORD).roles());

    EntityReceipt own =
        registry.invite("Pupil", pupil(mobile, "4-" + mobile), user(before.subject()));
    EntityReceipt byAdmin =
        registry.invite("Family", family("G" + mobile(), mobile), Callers.admin());
    assertEquals(List.of(before.subject()), owners(own));
    assertTrue(owners(byAdmin).contains(before.subject()));
    assertTrue(logins.in(mobile, PASSWORD).roles().contains("Family"));
  }

  @Test
  void ownersWhoLookLikeOthersAreRefused() {
    String mobile = mobile();
    for (String alike :
        List.of(
            "ad\\u200bmin" + mobile,
            "\\u0430dmin" + mobile,
            " " + mobile,
            "\\uff41dmin" + mobile,
            "x".repeat(300),
            "<b>" + mobile)) {
      Failure refused = refused(pupil(alike, mobile()), Caller.NOBODY);
      assertEquals(FailureKind.INVALID, refused.kind(), alike);
      assertEquals("/contact/mobile", refused.violations().get(0).pointer(), alike);
    }
    for (String usual :
        List.of("\u0430\u043d\u043d\u0430", "\u738b\u5c0f\u660e", "jos\u00e9@b\u00fcro.de")) {
      registry.invite("Pupil", pupil(usual + "17", mobile()), Caller.NOBODY);
    }
  }

  @Test
  void anEntityNamesNoMoreOwnersThanItMay() {
    String body = "{\"name\": \"%s\", \"phone\": \"%s\", \"email\": \"%s@example.org\"}";
    InviteEntityRequest clan =
        new InviteEntityRequest(
            "Clan", JsonBytes.of(body.formatted("N" + mobile(), mobile(), mobile())));
    Failure refused = registry.refusal(EntityOperations.INVITE_ENTITY, clan, Caller.NOBODY);
    assertEquals(FailureKind.INVALID, refused.kind());
    assertEquals("registry.owner.too-many", refused.code());
  }

  @Test
  void theRoleOfATypeGoesWithTheLastRecordOfIt() {
    String mobile = mobile();
    EntityReceipt first = registry.invite("Pupil", pupil(mobile, "a" + mobile), Callers.admin());
    EntityReceipt second = registry.invite("Pupil", pupil(mobile, "b" + mobile), Callers.admin());
    Caller owner = user(logins.in(mobile, PASSWORD).subject());

    delete(first, owner);
    isReleased(first);
    assertTrue(logins.in(mobile, PASSWORD).roles().contains("Pupil"));

    delete(second, owner);
    isReleased(second);
    Logins.Token token = logins.in(mobile, PASSWORD);
    assertFalse(token.roles().contains("Pupil"));
    assertFalse(token.entities().contains("Pupil"));

    registry.invite("Pupil", pupil(mobile, "c" + mobile), owner);
    assertTrue(logins.in(mobile, PASSWORD).roles().contains("Pupil"));
  }

  @Test
  void theRoleOfATypeWithoutOwnershipAttributesGoesToo() {
    registry.publish(TestType.named("Mentor"));
    Caller owner = user(pupilWithout("Mentor").subject());
    KeycloakDirectory directory =
        new KeycloakDirectory(
            registry.vertx, registry.config.identity(), new SimpleMeterRegistry());
    await(directory.link(owner.userId(), "Mentor", Deadline.in(SOON)));
    EntityReceipt first = registry.create("Mentor", "{\"name\": \"M\"}", owner);
    EntityReceipt second = registry.create("Mentor", "{\"name\": \"N\"}", owner);

    delete(first, owner);
    isReleased(first);
    assertTrue(await(directory.isLinked(owner.userId(), "Mentor", Deadline.in(SOON))));

    delete(second, owner);
    isReleased(second);
    assertFalse(await(directory.isLinked(owner.userId(), "Mentor", Deadline.in(SOON))));
    await(directory.close());
  }

  @Test
  void theRoleGoesLaterWhenTheProviderIsAway() {
    String mobile = mobile();
    EntityReceipt only = registry.invite("Pupil", pupil(mobile, "d" + mobile), Caller.NOBODY);
    Caller owner = user(logins.in(mobile, PASSWORD).subject());
    provider.isGone();
    delete(only, owner);
    assertTrue(logins.in(mobile, PASSWORD).roles().contains("Pupil"));
    provider.isWell();
    registry.asAdministrator("UPDATE owner_release SET due = now()");
    isReleased(only);
    assertFalse(logins.in(mobile, PASSWORD).roles().contains("Pupil"));
  }

  @Test
  void aRoleThatWasTakenFromWhoOwnsAnotherRecordByNowComesBack() {
    String mobile = mobile();
    EntityReceipt kept = registry.invite("Pupil", pupil(mobile, "e" + mobile), Caller.NOBODY);
    String owner = logins.in(mobile, PASSWORD).subject();
    KeycloakDirectory directory =
        new KeycloakDirectory(
            registry.vertx, registry.config.identity(), new SimpleMeterRegistry());
    await(directory.unlink(owner, "Pupil", Deadline.in(SOON)));
    await(directory.close());
    EntityReceipt gone = new EntityReceipt("Pupil", UUID.randomUUID().toString(), 2);
    registry.asAdministrator(
        """
        INSERT INTO owner_release (entity_id, user_id, type, taking, due)
        VALUES ('%s', '%s', 'Pupil', true, now())
        """
            .formatted(gone.osid(), owner));
    isReleased(gone);
    assertTrue(logins.in(mobile, PASSWORD).roles().contains("Pupil"));
    assertEquals(List.of(owner), owners(kept));
  }

  @Test
  void nobodyGetsARoleByDeletingARecord() {
    Logins.Token pupil = pupilWithout("Family");
    Caller caller = user(pupil.subject());
    EntityReceipt one = registry.create("Family", family("H" + mobile(), mobile()), caller);
    registry.create("Family", family("H" + mobile(), mobile()), caller);
    delete(one, caller);
    isReleased(one);
    KeycloakDirectory directory =
        new KeycloakDirectory(
            registry.vertx, registry.config.identity(), new SimpleMeterRegistry());
    assertFalse(await(directory.isLinked(pupil.subject(), "Family", Deadline.in(SOON))));
    await(directory.close());
  }

  @Test
  void usersWithoutPasswordGetTheProvidersMailOnceTheirEntityIsStored() {
    try (RunningRegistry passwordless = registryWith(Map.of("IDENTITY_PASSWORD", "none"))) {
      passwordless.publish(TestType.named("Pupil").inviteRoles("anonymous").owner(BY_MOBILE));
      String mobile = mobile();
      String withMail = pupil(mobile, "1").replace("p@", mobile + "@");
      provider.isReplacedFor(HttpMethod.PUT, ".*/execute-actions-email", 500);
      passwordless.invite("Pupil", withMail, Caller.NOBODY);
      assertEquals(1, provider.answeredFor());
      assertFalse(logsIn(mobile));
      assertEquals("1", passwordless.database.single("SELECT count(*) FROM owner_request"));
      provider.isReplacedFor(HttpMethod.PUT, ".*/execute-actions-email", 204);
      passwordless.asAdministrator("UPDATE owner_request SET due = now()");
      Eventually.until(
          () -> passwordless.database.single("SELECT count(*) FROM owner_request"), "0"::equals);
    }
  }

  @Test
  void userOfAnEntityThatWasNotStoredIsNotLeftBehind() {
    registry.create("Pupil", pupil(mobile(), "taken"), ANNA);
    String mobile = mobile();
    assertEquals(FailureKind.CONFLICT, inviteRefused(pupil(mobile, "taken"), Caller.NOBODY));
    logins.refusal(mobile, "first-Password-1");
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
        registry.refusal(EntityOperations.INVITE_ENTITY, request, Caller.NOBODY).kind());
    assertFalse(logsIn(first));
    nothingIsUnderWay(first);
  }

  @Test
  void linkedAccountGetsItsRoleOnlyWithTheEntity() {
    String mobile = mobile();
    registry.invite("Family", family("E" + mobile(), mobile), Caller.NOBODY);
    registry.create("Pupil", pupil(mobile(), "held-" + mobile), ANNA);
    assertEquals(
        FailureKind.CONFLICT, inviteRefused(pupil(mobile, "held-" + mobile), Callers.admin()));
    assertFalse(logins.in(mobile, PASSWORD).roles().contains("Pupil"));
    registry.invite("Pupil", pupil(mobile, "free-" + mobile), Callers.admin());
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
      all.add(registry.begin(EntityOperations.INVITE_ENTITY, request, Callers.admin()));
    }
    await(Future.all(all));
    List<String> owner = List.of(logins.in(mobile, PASSWORD).subject());
    all.forEach(invited -> assertEquals(owner, owners(invited.result())));
    nothingIsUnderWay(mobile);
  }

  @Test
  void userWhoseCreationWasNotConfirmedIsRemoved() {
    String mobile = mobile();
    provider.losesTheResponseTo(HttpMethod.POST, USERS);
    assertEquals(FailureKind.UNAVAILABLE, inviteRefused(pupil(mobile, mobile), Caller.NOBODY));
    assertFalse(logsIn(mobile));
    provider.isWell();
    registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    logins.in(mobile, PASSWORD);
  }

  @Test
  void userIsTakenBackWhenTheProviderIsThereAgain() {
    String mobile = mobile();
    provider.isGoneAfter(HttpMethod.POST, USERS);
    assertEquals(FailureKind.UNAVAILABLE, inviteRefused(pupil(mobile, mobile), Caller.NOBODY));
    logins.in(mobile, PASSWORD);
    provider.isWell();
    isTakenBack(mobile);
    registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
  }

  @Test
  void ownerGetsTheRoleLaterWhenTheProviderWentAwayAfterTheEntityWasStored() {
    String mobile = mobile();
    registry.invite("Family", family("F" + mobile(), mobile), Caller.NOBODY);
    provider.loses(HttpMethod.POST, ".*/role-mappings/realm");
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Callers.admin());
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
    KeycloakDirectory directory =
        new KeycloakDirectory(
            registry.vertx, registry.config.identity(), new SimpleMeterRegistry());
    NewUser user = new NewUser(mobile, null, null, null, "Pupil", BY_MOBILE);
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
    InviteEntityRequest invitation =
        new InviteEntityRequest("Pupil", JsonBytes.of(pupil(mobile, mobile)));
    KeycloakDirectory directory =
        new KeycloakDirectory(
            registry.vertx, registry.config.identity(), new SimpleMeterRegistry());
    await(
        directory.provide(
            new NewUser(mobile, null, null, null, "Pupil", BY_MOBILE), entity, Deadline.in(SOON)));
    registry.asAdministrator(
        """
        INSERT INTO owner_provision (entity_id, username, begun_at, held_until)
        VALUES ('%s', '%s', now(), now() + interval '1 second');
        INSERT INTO idempotent_request
          (caller, operation, key, digest, attempt, begun_at, held_until)
        VALUES ('', 'registry.inviteEntity.v1', '%s', decode('%s', 'hex'), gen_random_uuid(),
                now() - interval '20 seconds', now() - interval '1 second')
        """
            .formatted(entity, mobile, key, Sha256.hex(Json.write(invitation).utf8())));

    EntityReceipt invited =
        await(registry.begin(EntityOperations.INVITE_ENTITY, invitation, Caller.NOBODY, key));

    assertEquals(
        invited,
        await(registry.begin(EntityOperations.INVITE_ENTITY, invitation, Caller.NOBODY, key)));
    assertEquals(List.of(logins.in(mobile, PASSWORD).subject()), owners(invited));
    await(directory.close());
  }

  @Test
  void firstSendingOfAnInvitationThatArrivesAfterItsRepetitionLeavesTheUser() {
    String mobile = mobile();
    InviteEntityRequest invitation =
        new InviteEntityRequest("Pupil", JsonBytes.of(pupil(mobile, mobile)));
    List<CallContext> calls = Calls.twiceByAClockAhead(Caller.NOBODY);
    try (RunningRegistry other = RunningRegistry.sharing(registry, settings(Map.of()))) {
      EntityReceipt again =
          await(other.bus.request(EntityOperations.INVITE_ENTITY, invitation, calls.getLast()));
      assertEquals(
          again,
          await(
              registry.bus.request(EntityOperations.INVITE_ENTITY, invitation, calls.getFirst())));
    }
    logins.in(mobile, PASSWORD);
    nothingIsUnderWay(mobile);
  }

  @Test
  void repetitionOfAnInvitationUnderAKeyWaitsForTheFirstSending() {
    String mobile = mobile();
    InviteEntityRequest invitation =
        new InviteEntityRequest("Pupil", JsonBytes.of(pupil(mobile, mobile)));
    List<CallContext> calls =
        Calls.twice(Caller.NOBODY).stream().map(call -> call.under(mobile)).toList();
    Promise<Void> reachable = Promise.promise();
    provider.delays(HttpMethod.POST, USERS, reachable.future());
    try (RunningRegistry other = RunningRegistry.sharing(registry, settings(Map.of()))) {
      Future<EntityReceipt> first =
          registry.bus.request(EntityOperations.INVITE_ENTITY, invitation, calls.getFirst());
      Eventually.until(() -> provider.delayed(), count -> count == 1);
      String held = held(mobile);
      Future<EntityReceipt> again =
          other.bus.request(EntityOperations.INVITE_ENTITY, invitation, calls.getLast());
      Eventually.until(() -> held(mobile), now -> !held.equals(now));
      reachable.complete();

      assertEquals(await(first), await(again));
    }
    logins.in(mobile, PASSWORD);
  }

  /** Until when the last sending of the request under the key holds the key. */
  private static String held(String key) {
    return registry.database.single(
        "SELECT coalesce(max(held_until)::text, '') FROM idempotent_request WHERE key = ?", key);
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
    registry.asAdministrator("UPDATE owner_provision SET held_until = now()");
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
                EntityOperations.CHANGE_PROPERTY,
                change(entity, "contact/mobile", "\"other\"", false),
                ANNA)
            .kind());
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(entity, "contact/city", "\"Ulm\"", false), ANNA);
  }

  @Test
  void whatNamesTheOwnerCannotChangeInAnyOtherWayEither() {
    EntityReceipt entity = registry.create("Pupil", pupil(mobile(), "7"), ANNA);
    List<Failure> refusals = new ArrayList<>();
    for (String body : List.of(pupil(mobile(), "7"), "{\"name\": \"Pupil\", \"phone\": \"7\"}")) {
      ReplaceEntityRequest replacement =
          new ReplaceEntityRequest("Pupil", entity.osid(), JsonBytes.of(body), null);
      for (Caller caller : List.of(ANNA, Callers.admin())) {
        refusals.add(registry.refusal(EntityOperations.REPLACE_ENTITY, replacement, caller));
      }
    }
    AddPropertyRequest merged =
        new AddPropertyRequest(
            "Pupil",
            entity.osid(),
            List.of("contact"),
            JsonBytes.of("{\"mobile\": \"other\", \"city\": \"Ulm\"}"),
            null);
    refusals.add(registry.refusal(EntityOperations.ADD_PROPERTY, merged, ANNA));
    refusals.add(
        registry.refusal(
            EntityOperations.CHANGE_PROPERTY, change(entity, "contact", "{}", false), ANNA));
    for (Failure refused : refusals) {
      assertEquals(FailureKind.CONFLICT, refused.kind());
      assertTrue(refused.message().contains("/contact/mobile"), refused.message());
    }
    assertEquals(
        1, registry.request(EntityOperations.READ_ENTITY, reading(entity), ANNA).version());
  }

  private static ReadEntityRequest reading(EntityReceipt entity) {
    return new ReadEntityRequest(entity.type(), entity.osid());
  }

  @Test
  void anAdministratorHandsARecordToAnotherAccount() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    String former = logins.in(mobile, PASSWORD).subject();
    String phone = mobile();
    registry.invite("Family", family("J" + mobile(), phone), Caller.NOBODY);
    String person = logins.in(phone, PASSWORD).subject();

    ChangeOwnersRequest handing = handing(entity, List.of(person), null);
    assertEquals(
        FailureKind.FORBIDDEN,
        registry.refusal(EntityOperations.CHANGE_OWNERS, handing, user(former)).kind());
    EntityReceipt handed =
        registry.request(EntityOperations.CHANGE_OWNERS, handing, Callers.admin());

    assertEquals(2, handed.version());
    assertEquals(List.of(person), owners(entity));
    assertEquals(mobile, registry.read(entity, user(person)).at("/contact/mobile").textValue());
    assertTrue(logins.in(phone, PASSWORD).roles().contains("Pupil"));
    isReleased(entity);
    assertFalse(logins.in(mobile, PASSWORD).roles().contains("Pupil"));
    assertEquals(
        "/osOwner",
        registry.database.single(
            "SELECT changes::jsonb #>> '{0,pointer}' FROM history WHERE id = ?::uuid AND version ="
                + " 2",
            entity.osid()));
    assertEquals(
        handed, registry.request(EntityOperations.CHANGE_OWNERS, handing, Callers.admin()));
  }

  @Test
  void theUserIdOfAnotherAccountNamesTheIdToHandTheRecordTo() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    String phone = mobile();
    registry.invite("Family", family("K" + mobile(), phone), Caller.NOBODY);
    String person = logins.in(phone, PASSWORD).subject();

    Failure refused = changeRefused(handing(entity, null, phone));

    assertEquals("registry.owner.taken", refused.code());
    String remedy = "\"osOwner\": [\"%s\"]".formatted(person);
    assertTrue(refused.message().contains(remedy), refused.message());
    registry.request(
        EntityOperations.CHANGE_OWNERS, handing(entity, List.of(person), null), Callers.admin());
    assertEquals(List.of(person), owners(entity));
  }

  @Test
  void theLossOfAnOwnerIsPublished() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    String former = owners(entity).getFirst();
    String phone = mobile();
    registry.invite("Family", family("L" + mobile(), phone), Caller.NOBODY);
    String person = logins.in(phone, PASSWORD).subject();

    registry.request(
        EntityOperations.CHANGE_OWNERS,
        handing(entity, List.of(former, person), null),
        Callers.admin());
    assertFalse(registry.credentials.ownershipsEnded.contains(entity.osid()));

    registry.request(
        EntityOperations.CHANGE_OWNERS, handing(entity, List.of(person), null), Callers.admin());
    assertTrue(registry.credentials.ownershipsEnded.contains(entity.osid()));
  }

  @Test
  void aRecordIsHandedToAnAccountThatExistsAndInItsStateAsRead() {
    EntityReceipt entity = registry.create("Pupil", pupil(mobile(), mobile()), ANNA);
    List<ChangeOwnersRequest> wrong =
        List.of(
            handing(entity, List.of(UUID.randomUUID().toString()), null),
            handing(entity, List.of(".."), null),
            handing(entity, null, "x".repeat(10_000)),
            handing(entity, List.of(), null),
            handing(entity, null, null),
            new ChangeOwnersRequest("Pupil", entity.osid(), null, "x", "/name", null));
    for (ChangeOwnersRequest request : wrong) {
      assertEquals(FailureKind.INVALID, changeRefused(request).kind(), request.toString());
    }
    ChangeOwnersRequest stale =
        new ChangeOwnersRequest("Pupil", entity.osid(), List.of("anna"), null, null, 7L);
    assertEquals(FailureKind.STALE, changeRefused(stale).kind());
  }

  @Test
  void anAdministratorChangesTheUserIdInEntityAndAccount() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    String subject = logins.in(mobile, PASSWORD).subject();
    String other = mobile();
    registry.invite("Pupil", pupil(other, other), Caller.NOBODY);
    Failure taken = changeRefused(handing(entity, null, other));
    assertEquals("registry.owner.taken", taken.code());
    assertEquals("/contact/mobile", taken.violations().getFirst().pointer());
    logins.in(mobile, PASSWORD);

    String changed = mobile();
    registry.request(
        EntityOperations.CHANGE_OWNERS, handing(entity, null, changed), Callers.admin());

    Logins.Token token = logins.in(changed, PASSWORD);
    assertEquals(subject, token.subject());
    assertTrue(token.roles().contains("Pupil"));
    assertFalse(logsIn(mobile));
    assertEquals(changed, registry.read(entity, user(subject)).at("/contact/mobile").textValue());
    assertEquals(List.of(subject), owners(entity));
    noAccountIsChanged();
  }

  @Test
  void aUserIdForARecordThatNamedNobodyGivesItToItsPerson() {
    EntityReceipt entity =
        registry.create("Pupil", "{\"name\": \"P\", \"phone\": \"%s\"}".formatted(mobile()), ANNA);
    String mobile = mobile();
    registry.request(
        EntityOperations.CHANGE_OWNERS, handing(entity, null, mobile), Callers.admin());
    Logins.Token token = logins.in(mobile, PASSWORD);
    assertEquals(List.of(token.subject()), owners(entity));
    assertTrue(token.roles().contains("Pupil"));
    nothingIsUnderWay(mobile);
  }

  @Test
  void anAccountGetsItsFormerUserIdBackWhenTheEntityIsNotStored() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    String changed = mobile();
    registry.asAdministrator(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'no'; END $$;
        CREATE TRIGGER refuse BEFORE INSERT ON history FOR EACH ROW EXECUTE FUNCTION refuse()
        """);
    try {
      changeRefused(handing(entity, null, changed));
    } finally {
      registry.asAdministrator("DROP FUNCTION refuse CASCADE");
    }
    logins.in(mobile, PASSWORD);
    assertFalse(logsIn(changed));
    noAccountIsChanged();
  }

  @Test
  void nobodyGetsAUserIdWhoseChangeIsNotFinished() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    String subject = logins.in(mobile, PASSWORD).subject();
    String changed = mobile();
    registry.asAdministrator(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'no'; END $$;
        CREATE TRIGGER refuse BEFORE INSERT ON history FOR EACH ROW EXECUTE FUNCTION refuse()
        """);
    provider.isGoneAfter(HttpMethod.PUT, USERS + "/" + subject);
    try {
      changeRefused(handing(entity, null, changed));
    } finally {
      registry.asAdministrator("DROP FUNCTION refuse CASCADE");
    }
    provider.isWell();

    List<Future<EntityReceipt>> invited =
        Stream.of(mobile, changed)
            .map(name -> new InviteEntityRequest("Pupil", JsonBytes.of(pupil(name, mobile()))))
            .map(named -> registry.begin(EntityOperations.INVITE_ENTITY, named, Caller.NOBODY))
            .toList();
    registry.asAdministrator(
        "UPDATE owner_change SET held_until = now(), begun_at = now() - interval '3 minutes'");
    Failure formerName = RunningRegistry.refusal(invited.getFirst());
    await(invited.getLast());

    assertEquals("registry.owner.taken", formerName.code());
    assertEquals(subject, logins.in(mobile, PASSWORD).subject());
    assertNotEquals(subject, logins.in(changed, PASSWORD).subject());
    noAccountIsChanged();
  }

  @Test
  void aUserIdChangesWhenNoAccountOfThatNameIsBeingMade() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    String changed = mobile();
    registry.asAdministrator(
        """
        INSERT INTO owner_provision (entity_id, username, begun_at, held_until)
        VALUES (gen_random_uuid(), '%s', now(), now() + interval '1 hour')
        """
            .formatted(mobile));
    Future<EntityReceipt> change =
        registry.begin(
            EntityOperations.CHANGE_OWNERS, handing(entity, null, changed), Callers.admin());
    Eventually.until(
        () -> registry.database.single("SELECT count(names) FROM owner_change"), "1"::equals);
    assertTrue(logsIn(mobile));
    registry.asAdministrator("DELETE FROM owner_provision WHERE username = '%s'".formatted(mobile));
    await(change);
    assertFalse(logsIn(mobile));
    assertTrue(logsIn(changed));
    noAccountIsChanged();
  }

  @Test
  void anAccountThatAProcessChangedBeforeItEndedGetsItsFormerDataBack() {
    String mobile = mobile();
    registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    String changed = mobile();
    KeycloakDirectory directory =
        new KeycloakDirectory(
            registry.vertx, registry.config.identity(), new SimpleMeterRegistry());
    Account former = await(directory.find(mobile, Deadline.in(SOON)));
    await(directory.change(former.withUsername(changed), BY_MOBILE, Deadline.in(SOON)));
    assertTrue(logsIn(changed));
    registry.asAdministrator(
        """
        INSERT INTO owner_change (user_id, change, former, begun_at, held_until)
        VALUES ('%s', gen_random_uuid(), '%s', now() - interval '3 minutes', now())
        """
            .formatted(former.userId(), Json.write(former).text()));
    noAccountIsChanged();
    logins.in(mobile, PASSWORD);
    await(directory.close());
  }

  @Test
  void anAddressThatItsOwnerOrAnAdministratorChangesReachesTheAccountUnverified() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    Account account = account(mobile);
    for (Caller caller : List.of(user(account.userId()), Callers.admin())) {
      changeAccount(new Account(account.userId(), mobile, account.email(), true, account.mobile()));
      String address = mobile() + "@example.org";
      registry.request(
          EntityOperations.CHANGE_PROPERTY,
          change(entity, "email", "\"%s\"".formatted(address), false),
          caller);
      Account changed = account(mobile);
      assertEquals(address, changed.email());
      assertFalse(changed.emailVerified());
      assertEquals(mobile, changed.mobile());
      assertEquals(address, registry.read(entity, Callers.admin()).path("email").textValue());
    }
    noAccountIsChanged();
  }

  @Test
  void anAccountThatTwoFieldsNameFollowsOneChangeAndNotTwoAddresses() {
    String mobile = mobile();
    EntityReceipt entity =
        registry.invite("Couple", couple(mobile, "p@example.org", "p@example.org"), Caller.NOBODY);
    Caller owner = user(account(mobile).userId());
    String address = mobile + "@example.org";

    registry.request(
        EntityOperations.REPLACE_ENTITY,
        replacing(entity, couple(mobile, address, address)),
        owner);

    assertEquals(address, account(mobile).email());
    Failure refused =
        registry.refusal(
            EntityOperations.REPLACE_ENTITY,
            replacing(entity, couple(mobile, "one-" + address, "two-" + address)),
            owner);
    assertEquals("registry.owner.different", refused.code());
    assertTrue(refused.message().contains("/email and /other"), refused.message());
    assertEquals(address, account(mobile).email());
    noAccountIsChanged();
  }

  private static ReplaceEntityRequest replacing(EntityReceipt entity, String body) {
    return new ReplaceEntityRequest(entity.type(), entity.osid(), JsonBytes.of(body), null);
  }

  private static String couple(String username, String email, String other) {
    return """
    {"one": "%1$s", "two": "%1$s", "three": "%1$s", "email": "%2$s", "other": "%3$s"}\
    """
        .formatted(username, email, other);
  }

  @Test
  void nobodyElseChangesTheAddressOfAnOwner() {
    String mobile = mobile();
    EntityReceipt entity = registry.create("Pupil", pupil(mobile, mobile), ANNA);
    Account account = account(mobile);
    ReplaceEntityRequest replacement =
        new ReplaceEntityRequest(
            "Pupil", entity.osid(), JsonBytes.of(pupil(mobile, mobile).replace("p@", "q@")), null);
    List<Failure> refusals =
        List.of(
            registry.refusal(
                EntityOperations.CHANGE_PROPERTY,
                change(entity, "email", "\"q@example.org\"", false),
                ANNA),
            registry.refusal(EntityOperations.REPLACE_ENTITY, replacement, ANNA));
    for (Failure refused : refusals) {
      assertEquals("registry.owner.contact", refused.code());
      assertTrue(refused.message().contains("/email"), refused.message());
    }
    assertEquals(account, account(mobile));
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(entity, "contact/city", "\"Ulm\"", false), ANNA);
  }

  @Test
  void accountsMayShareAnAddressHoweverTheyGetIt() {
    String invited = mobile();
    String address = invited + "@example.org";
    String changed = mobile();
    String imported = mobile();
    registry.invite("Pupil", pupil(invited, invited, address), Caller.NOBODY);
    EntityReceipt entity = registry.invite("Pupil", pupil(changed, changed), Caller.NOBODY);

    registry.request(
        EntityOperations.CHANGE_PROPERTY,
        change(entity, "email", "\"%s\"".formatted(address), false),
        user(account(changed).userId()));
    for (boolean dryRun : List.of(true, false)) {
      ImportView run = startImport(dryRun);
      assertEquals(1, importRows(run, pupil(imported, imported, address)).created());
    }

    for (String each : List.of(invited, changed, imported)) {
      assertEquals(address, account(each).email());
    }
    noAccountIsChanged();
  }

  @Test
  void noAddressIsTheUserNameOfAnotherAccount() {
    String taken = mobile() + "@Example.org";
    registry.invite("Pupil", pupil(taken, mobile(), taken), Caller.NOBODY);
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    Account account = account(mobile);
    String other = mobile();
    String clashing = pupil(other, other, taken.toLowerCase(Locale.ROOT));

    isTaken("/email", refused(clashing, Callers.admin()));
    isTaken(
        "/email",
        registry.refusal(
            EntityOperations.CHANGE_PROPERTY,
            change(entity, "email", "\"%s\"".formatted(taken), false),
            user(account.userId())));
    assertEquals(account, account(mobile));
    importRefuses("1 /email", clashing);
    assertFalse(logsIn(other));
    noAccountIsChanged();
  }

  @Test
  void noUserNameIsTheAddressOfAnotherAccount() {
    String other = mobile();
    String taken = other + "@example.org";
    registry.invite("Pupil", pupil(other, other, taken), Caller.NOBODY);
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);

    isTaken("/contact/mobile", refused(pupil(taken, mobile()), Callers.admin()));
    isTaken("/contact/mobile", changeRefused(handing(entity, null, taken)));
    importRefuses("1 /contact/mobile", pupil(taken, mobile()));
    account(mobile);
    noAccountIsChanged();
  }

  @Test
  void rowsOfAnImportMakeAccountsAsIfOneAfterTheOther() {
    String one = mobile();
    String two = mobile();
    String address = two + "@example.org";
    ImportView done =
        importRows(
            startImport(false),
            pupil(one, one, address),
            pupil(two, two, address),
            pupil(address, mobile()));
    assertEquals(List.of(2L, 1L), List.of(done.created(), done.refused()));
    assertEquals("/contact/mobile", importErrors(done).getFirst().pointer());
    assertFalse(logsIn(address));
  }

  private static void isTaken(String pointer, Failure refused) {
    assertEquals("registry.owner.taken", refused.code());
    assertEquals(pointer, refused.violations().getFirst().pointer());
  }

  private static void importRefuses(String error, String body) {
    for (boolean dryRun : List.of(true, false)) {
      ImportView done = importRows(startImport(dryRun), body);
      assertEquals(
          List.of(error + " owner"),
          importErrors(done).stream()
              .map(one -> one.row() + " " + one.pointer() + " " + one.rule())
              .toList());
    }
  }

  @Test
  void anAccountWhoseChangeIsRefusedIsNotWrittenAgain() {
    String mobile = mobile();
    String address = "p@example.org";
    EntityReceipt entity =
        registry.invite("Couple", couple(mobile, address, address), Caller.NOBODY);
    Account account = account(mobile);
    provider.delays(HttpMethod.PUT, USERS + "/" + account.userId(), Future.succeededFuture());
    Failure refused =
        registry.refusal(
            EntityOperations.REPLACE_ENTITY,
            replacing(entity, couple(mobile, "p@-", "p@-")),
            user(account.userId()));
    assertEquals(FailureKind.INVALID, refused.kind());
    noAccountIsChanged();
    assertEquals(1, provider.delayed());
    assertEquals(account, account(mobile));
  }

  @Test
  void anAccountWhoseChangeWasNotConfirmedHasTheAddressOfItsEntity() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    Account account = account(mobile);
    provider.losesTheResponseTo(HttpMethod.PUT, USERS + "/" + account.userId());
    assertEquals(
        FailureKind.UNAVAILABLE,
        registry
            .refusal(
                EntityOperations.CHANGE_PROPERTY,
                change(entity, "email", "\"%s@example.org\"".formatted(mobile), false),
                user(account.userId()))
            .kind());
    provider.isWell();
    registry.asAdministrator(
        "UPDATE owner_change SET held_until = now(), begun_at = now() - interval '3 minutes'");
    noAccountIsChanged();
    assertEquals(account, account(mobile));
    assertEquals("p@example.org", registry.read(entity, Callers.admin()).path("email").textValue());
  }

  @Test
  void anImportMakesTheAccountsOfItsOwners() {
    String taken = mobile();
    registry.invite("Pupil", pupil(taken, taken), Caller.NOBODY);
    String one = mobile();
    String two = mobile();
    ImportView run = startImport(false);
    ImportView done =
        importRows(
            run,
            pupil(one, one),
            pupil(taken, "other-" + taken),
            pupil(one, "again-" + one),
            pupil(two, one),
            pupil(two, two).replace("p@example.org", "p@-"),
            pupil(two, two));
    assertEquals(List.of(6L, 2L, 4L), List.of(done.rows(), done.created(), done.refused()));
    assertEquals(
        List.of(
            "2 /contact/mobile owner", "3 /contact/mobile owner", "4 /phone unique", "5 /email"),
        importErrors(done).stream()
            .map(error -> error.row() + " " + error.pointer() + " " + error.rule())
            .map(error -> error.replaceAll("(/email).*", "$1"))
            .toList());
    for (String mobile : List.of(one, two)) {
      Logins.Token token = logins.in(mobile, PASSWORD);
      assertTrue(token.roles().contains("Pupil"));
      assertEquals(
          "{%s}".formatted(token.subject()),
          registry.database.single(
              "SELECT owners::text FROM entity WHERE body ->> 'phone' = ?", mobile));
      nothingIsUnderWay(mobile);
    }
  }

  @Test
  void anImportOfLoginsIsForThoseWhoMayInvite() {
    Caller clerk = user("clerk", "Clerk");
    StartImportRequest closed = new StartImportRequest("Closed", id(), false, null, true);
    registry.request(BulkOperations.START_IMPORT, closed, clerk);
    assertEquals(
        FailureKind.FORBIDDEN, registry.refusal(BulkOperations.START_IMPORT, closed, ANNA).kind());
    assertEquals(
        "registry.import.logins",
        registry
            .refusal(
                BulkOperations.START_IMPORT,
                new StartImportRequest("Closed", id(), false, null),
                ANNA)
            .code());
    assertEquals(
        "registry.import.logins",
        registry
            .refusal(
                BulkOperations.START_IMPORT,
                new StartImportRequest("NoLogin", id(), false, null, true),
                ANNA)
            .code());
    assertEquals(
        "registry.import.different",
        registry
            .refusal(
                BulkOperations.START_IMPORT,
                new StartImportRequest("Closed", closed.id(), true, null, true),
                clerk)
            .code());
  }

  @Test
  void anImportThatGoesOnUsesTheAccountsThatItMadeBefore() {
    String mobile = mobile();
    ImportView run = startImport(false);
    UUID made = new RowAccounts(UUID.fromString(run.id()), run.startedAt(), 1).id();
    NewUser user = new NewUser(mobile, null, null, null, "Pupil", BY_MOBILE);
    String account =
        withDirectory(directory -> directory.provide(user, made, Deadline.in(SOON))).userId();
    registry.asAdministrator(
        """
        INSERT INTO owner_provision (entity_id, username, begun_at, held_until)
        VALUES ('%s', '%s', now(), now() + interval '1 minute')
        """
            .formatted(made, mobile));

    ImportView done = importRows(run, pupil(mobile, mobile));

    assertEquals(1, done.created());
    assertEquals(account, logins.in(mobile, PASSWORD).subject());
    nothingIsUnderWay(mobile);
    assertEquals(done, importRows(run, pupil(mobile, mobile)));
  }

  @Test
  void anImportThatIsSentTwiceAtOnceLeavesTheAccountsOfStoredRows() throws SQLException {
    String one = mobile();
    String two = mobile();
    ImportView run = startImport(false);
    UUID made = new RowAccounts(UUID.fromString(run.id()), run.startedAt(), 1).id();
    NewUser user = new NewUser(one, null, null, null, "Pupil", BY_MOBILE);
    withDirectory(directory -> directory.provide(user, made, Deadline.in(SOON)));
    Account account = account(one);
    registry.asAdministrator(
        """
        INSERT INTO owner_provision (entity_id, username, begun_at, held_until)
        VALUES ('%s', '%s', now(), now() + interval '1 minute')
        """
            .formatted(made, one));
    Future<ImportView> second;
    try (Connection first = registry.database.connect();
        Statement statement = first.createStatement()) {
      first.setAutoCommit(false);
      statement.execute(
          """
          UPDATE entity_import SET rows = 1, checksum = 7, created = 1 WHERE id = '%s';
          DELETE FROM owner_provision WHERE entity_id = '%s'
          """
              .formatted(run.id(), made));
      second = beginRows(run, pupil(one, one), pupil(two, two));
      Eventually.isTrue(OwnersIT::somebodyWaitsForALock);
      first.commit();
    }

    assertEquals(List.of(2L, 2L), List.of(await(second).rows(), await(second).created()));
    nothingIsUnderWay(one);
    nothingIsUnderWay(two);
    assertEquals(account, account(one));
    logins.in(two, PASSWORD);
  }

  private static boolean somebodyWaitsForALock() {
    return !registry
        .database
        .query(
            """
            SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
            """)
        .isEmpty();
  }

  @Test
  void accountsOfAnImportThatBreaksAreMadeOnce() {
    String one = mobile();
    String two = mobile();
    ImportView run = startImport(false);
    provider.losesTheResponseTo(HttpMethod.POST, USERS);
    assertEquals(
        FailureKind.UNAVAILABLE,
        RunningRegistry.refusal(beginRows(run, pupil(one, one), pupil(two, two))).kind());
    provider.isWell();
    ImportView done = importRows(run, pupil(one, one), pupil(two, two));
    assertEquals(2, done.created());
    logins.in(one, PASSWORD);
    logins.in(two, PASSWORD);
    nothingIsUnderWay(one);
  }

  @Test
  void anImportUnderAnIdThatWasUsedBeforeLeavesTheAccountsOfThatTime() {
    String mobile = mobile();
    ImportView former = startImport(false);
    importRows(former, pupil(mobile, mobile));
    Account account = account(mobile);
    registry.asAdministrator("DELETE FROM entity_import WHERE id = '%s'".formatted(former.id()));
    ImportView again =
        registry.request(
            BulkOperations.START_IMPORT,
            new StartImportRequest("Pupil", former.id(), false, null, true),
            ANNA);
    ImportView done = importRows(again, pupil(mobile, "again-" + mobile));
    assertEquals(1, done.refused());
    assertEquals(account, account(mobile));
  }

  @Test
  void aDryRunMakesNoAccountAndNamesThoseThatExist() {
    String taken = mobile();
    registry.invite("Pupil", pupil(taken, taken), Caller.NOBODY);
    String mobile = mobile();
    ImportView done =
        importRows(startImport(true), pupil(mobile, mobile), pupil(taken, "dry-" + taken));
    assertEquals(List.of(1L, 1L), List.of(done.created(), done.refused()));
    assertFalse(logsIn(mobile));
  }

  @Test
  void aDryRunDoesNotTellWhichAccountsHiddenFieldsName() {
    registry.publish(
        TestType.named("Hushed")
            .inviteRoles("anonymous")
            .owner(BY_MOBILE)
            .privateFields("$.contact.mobile"));
    String taken = mobile();
    registry.invite("Pupil", pupil(taken, taken), Caller.NOBODY);
    StartImportRequest start = new StartImportRequest("Hushed", id(), true, null, true);
    ImportView byAnna = registry.request(BulkOperations.START_IMPORT, start, ANNA);
    assertEquals(0, importRows(byAnna, pupil(taken, "hushed-" + taken)).refused());

    StartImportRequest again = new StartImportRequest("Hushed", id(), true, null, true);
    ImportView run = registry.request(BulkOperations.START_IMPORT, again, Callers.admin());
    ImportView done = await(beginRows(run, Callers.admin(), pupil(taken, "hushed-" + taken)));
    assertEquals(1, done.refused());
  }

  @Test
  void anImportThatChangesDataOfAnAccountNamesTheFieldAndTheRemedy() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    Account account = account(mobile);
    for (boolean dryRun : List.of(true, false)) {
      ImportView run =
          registry.request(
              BulkOperations.START_IMPORT,
              new StartImportRequest("Pupil", id(), dryRun, "phone", true),
              Callers.admin());
      await(
          beginRows(
              run,
              Callers.admin(),
              pupil(mobile, mobile).replace("p@", "q@"),
              pupil(mobile(), mobile),
              pupil(mobile, mobile).replace("\"email\": \"p@example.org\", ", "")));

      String path = "/api/v1/Pupil/%s".formatted(entity.osid());
      assertEquals(
          List.of(
              "/email owner PUT of %s/email.".formatted(path),
              "/contact/mobile owner PUT of %s/osOwner.".formatted(path),
              "/email owner PUT of %s.".formatted(path)),
          importErrors(run, Callers.admin()).stream()
              .map(error -> "%s %s %s".formatted(error.pointer(), error.rule(), error.message()))
              .map(error -> error.replaceAll(" The value .* by (PUT of .*)", " $1"))
              .toList());
    }
    assertEquals(account, account(mobile));
  }

  @Test
  void aDryRunLooksForAccountsAtTheRateOfAnImport() {
    PublishedType type = new PublishedType(TestType.named("Pupil").owner(BY_MOBILE).build(), 1);
    String mobile = mobile();
    ObjectNode body = (ObjectNode) Json.parse(JsonBytes.of(pupil(mobile, mobile)));
    List<Long> pauses = new ArrayList<>();
    LongFunction<Future<Void>> pause =
        millis -> {
          pauses.add(millis);
          return Future.succeededFuture();
        };

    withDirectory(
        directory -> {
          EntityOwners owners = new EntityOwners(pause, directory, null, null, 2);
          ImportedOwners imported = new ImportedOwners(owners, 1);
          return Future.all(
              imported.requireNew(type, body, Calls.by(ANNA)),
              imported.requireNew(type, body, Calls.by(ANNA)));
        });

    assertEquals(1, pauses.size());
  }

  private static ImportView startImport(boolean dryRun) {
    return registry.request(
        BulkOperations.START_IMPORT,
        new StartImportRequest("Pupil", id(), dryRun, null, true),
        ANNA);
  }

  private static ImportView importRows(ImportView run, String... bodies) {
    return await(beginRows(run, bodies));
  }

  private static Future<ImportView> beginRows(ImportView run, String... bodies) {
    return beginRows(run, ANNA, bodies);
  }

  private static Future<ImportView> beginRows(ImportView run, Caller caller, String... bodies) {
    List<ImportRow> rows = new ArrayList<>();
    for (String body : bodies) {
      rows.add(new ImportRow(rows.size() + 1, 7 * (rows.size() + 1), JsonBytes.of(body), null));
    }
    return registry.begin(
        BulkOperations.IMPORT_ENTITIES,
        new ImportEntitiesRequest(run.type(), run.id(), 0, 0L, null, rows, true),
        caller);
  }

  private static List<ImportErrorsView.Error> importErrors(ImportView run) {
    return importErrors(run, ANNA);
  }

  private static List<ImportErrorsView.Error> importErrors(ImportView run, Caller caller) {
    ReadImportErrorsRequest request = new ReadImportErrorsRequest(run.type(), run.id(), null, 100);
    return registry.request(BulkOperations.READ_IMPORT_ERRORS, request, caller).errors();
  }

  private static String id() {
    return UUID.randomUUID().toString();
  }

  private static Account account(String username) {
    return withDirectory(directory -> directory.find(username, Deadline.in(SOON)));
  }

  private static void changeAccount(Account account) {
    withDirectory(directory -> directory.change(account, BY_MOBILE, Deadline.in(SOON)));
  }

  private static <T> T withDirectory(Function<KeycloakDirectory, Future<T>> use) {
    KeycloakDirectory directory =
        new KeycloakDirectory(
            registry.vertx, registry.config.identity(), new SimpleMeterRegistry());
    return await(use.apply(directory).eventually(directory::close));
  }

  private static ChangeOwnersRequest handing(
      EntityReceipt entity, List<String> owners, String userId) {
    return new ChangeOwnersRequest(entity.type(), entity.osid(), owners, userId, null, null);
  }

  private static Failure changeRefused(ChangeOwnersRequest request) {
    return registry.refusal(EntityOperations.CHANGE_OWNERS, request, Callers.admin());
  }

  private static void noAccountIsChanged() {
    Eventually.until(
        () -> registry.database.single("SELECT count(*) FROM owner_change"), "0"::equals);
  }

  @Test
  void typeWithoutLoginHasNoUsers() {
    String mobile = mobile();
    EntityReceipt entity = registry.invite("NoLogin", pupil(mobile, "6"), Caller.NOBODY);
    logins.refusal(mobile, "first-Password-1");
    assertEquals("[]", registry.read(entity, Callers.admin()).path("osOwner").toString());
  }

  @Test
  void firstPasswordIsTheProvidersToKeep() {
    String login = "member-" + UUID.randomUUID();
    Failure without =
        registry.refusal(
            EntityOperations.CREATE_ENTITY,
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
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(entity, "nick", "\"Nick\"", false), ANNA);
    Failure refused =
        registry.refusal(
            EntityOperations.CHANGE_PROPERTY, change(entity, "password", "\"P\"", false), ANNA);
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
                  EntityOperations.CREATE_ENTITY, creation("Pupil", pupil(mobile(), "7070")), ANNA)
              .kind());
    }
    assertEquals(
        "0",
        registry.database.single("SELECT count(*) FROM entity WHERE body ->> 'phone' = '7070'"));
  }

  private static boolean logsIn(String username) {
    return logins.letIn(username, PASSWORD);
  }

  /** Reads the service's own record: the provider is busy with the removal. */
  private static void isTakenBack(String username) {
    Eventually.until(
        () ->
            registry.database.single(
                "SELECT count(*) FROM owner_provision WHERE username = ?", username),
        "0"::equals);
    assertFalse(logsIn(username));
  }

  /** Reads the service's own record: Keycloak refuses a right password while it writes the user. */
  private static void isLinked(String user) {
    Eventually.until(() -> linksUnderWay(user), "0"::equals);
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
    return refused(json, caller).kind();
  }

  private static Failure refused(String json, Caller caller) {
    return registry.refusal(
        EntityOperations.INVITE_ENTITY,
        new InviteEntityRequest("Pupil", JsonBytes.of(json)),
        caller);
  }

  private static void delete(EntityReceipt entity, Caller caller) {
    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest(entity.type(), entity.osid(), null),
        caller);
  }

  private static void isReleased(EntityReceipt entity) {
    Eventually.until(
        () ->
            registry.database.single(
                "SELECT count(*) FROM owner_release WHERE entity_id = ?::uuid", entity.osid()),
        "0"::equals);
  }

  private static Logins.Token pupilWithout(String role) {
    String mobile = mobile();
    registry.invite("Pupil", pupil(mobile, mobile), Caller.NOBODY);
    Logins.Token token = logins.in(mobile, PASSWORD);
    assertFalse(token.roles().contains(role));
    return token;
  }

  private static String mobile() {
    return "m" + List.of(UUID.randomUUID().toString().split("-")).getLast();
  }

  private static String pupil(String mobile, String phone) {
    return pupil(mobile, phone, "p@example.org");
  }

  private static String pupil(String mobile, String phone, String email) {
    return """
    {"name": "Pupil", "phone": "%s", "email": "%s", "contact": {"mobile": "%s"}}\
    """
        .formatted(phone, email, mobile);
  }
}
