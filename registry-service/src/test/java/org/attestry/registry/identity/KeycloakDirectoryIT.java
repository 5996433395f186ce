package org.attestry.registry.identity;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.registry.domain.owners.UserDirectory.NewUser;
import org.attestry.registry.domain.owners.UserDirectory.ProvidedUser;
import org.attestry.runtime.config.Secret;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.Keycloak;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KeycloakDirectoryIT {

  private static final String DEFAULT_PASSWORD = "first-Password-1";

  private static Vertx vertx;
  private static Keycloak keycloak;
  private static KeycloakDirectory directory;
  private static Logins logins;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    keycloak = TestServers.keycloak();
    directory = new KeycloakDirectory(vertx, config(keycloak.authUrl(), secret()));
    logins = new Logins(keycloak);
  }

  @AfterAll
  static void stop() {
    await(directory.close());
    await(vertx.close());
  }

  @Test
  void newUserLogsInWithTheDefaultPasswordAndCarriesRoleAndType() {
    String name = "User-" + UUID.randomUUID();
    ProvidedUser user = provide(new NewUser(name, "a@example.org", "17", null, "Person"));
    assertTrue(user.created());
    Logins.Token token = logins.in(name, DEFAULT_PASSWORD);
    assertEquals(user.userId(), token.subject());
    assertTrue(token.roles().contains("Person"));
    assertEquals(List.of("Person"), token.entities());
  }

  @Test
  void passwordOfTheEntityIsTheFirstOne() {
    String name = "user-" + UUID.randomUUID();
    provide(new NewUser(name, null, null, "own-Password-2", "Person"));
    assertTrue(logins.in(name, "own-Password-2").roles().contains("Person"));
    assertThrows(AssertionError.class, () -> logins.in(name, DEFAULT_PASSWORD));
  }

  @Test
  void existingAccountStaysAsItIsUntilItIsLinked() {
    String name = "user-" + UUID.randomUUID();
    ProvidedUser first = provide(person(name));
    NewUser asStudent = new NewUser(name.toUpperCase(), null, null, "taken-Over-3", "Student two");
    ProvidedUser found = provide(asStudent);
    assertEquals(first.userId(), found.userId());
    assertEquals(first.madeFor(), found.madeFor());
    assertFalse(found.created());
    assertEquals(List.of("Person"), logins.in(name, DEFAULT_PASSWORD).entities());

    await(directory.link(found.userId(), "Student two", soon()));
    await(directory.link(found.userId(), "Student two", soon()));
    Logins.Token token = logins.in(name, DEFAULT_PASSWORD);
    assertTrue(token.roles().containsAll(List.of("Person", "Student two")));
    assertEquals(List.of("Person", "Student two"), token.entities());
  }

  @Test
  void accountThatIsGoneNeedsNoLink() {
    await(directory.link(UUID.randomUUID().toString(), "Person", soon()));
  }

  @Test
  void userIsTakenBackByTheEntityThatItWasMadeForAlone() {
    String name = "user-" + UUID.randomUUID();
    UUID entity = provide(person(name)).madeFor();
    assertTrue(await(directory.removeMadeFor(UUID.randomUUID(), name, soon())));
    assertFalse(provide(person(name)).created());
    assertTrue(await(directory.removeMadeFor(entity, name, soon())));
    assertFalse(await(directory.removeMadeFor(entity, name, soon())));
    assertTrue(provide(person(name)).created());
  }

  @Test
  void nameThatOnlyBeginsAlikeIsAnotherUser() {
    String name = "user-" + UUID.randomUUID();
    ProvidedUser longer = provide(person(name + "-longer"));
    ProvidedUser shorter = provide(person(name));
    assertTrue(shorter.created() && !shorter.userId().equals(longer.userId()));
  }

  @Test
  void manyInvitationsOfOneNameAtOnceMakeOneUser() {
    String name = "user-" + UUID.randomUUID();
    List<Future<ProvidedUser>> all =
        Stream.generate(() -> directory.provide(person(name), UUID.randomUUID(), soon()))
            .limit(16)
            .toList();
    await(Future.all(all));
    assertEquals(1, all.stream().filter(user -> user.result().created()).count());
    assertEquals(1, all.stream().map(user -> user.result().userId()).distinct().count());
  }

  @Test
  void removedUserIsGone() {
    String name = "user-" + UUID.randomUUID();
    ProvidedUser user = provide(person(name));
    await(directory.remove(user.userId(), soon()));
    assertTrue(provide(person(name)).created());
  }

  @Test
  void dataThatTheProviderRefusesIsInvalid() {
    NewUser user = new NewUser("user-" + UUID.randomUUID(), "not an address", null, null, "Person");
    assertEquals(FailureKind.INVALID, refusal(directory, user));
  }

  @Test
  void providerThatCannotBeReachedOrRefusesUsIsUnavailable() {
    for (IdentityConfig config :
        List.of(
            config("http://127.0.0.1:9/auth", secret()),
            config(keycloak.authUrl(), new Secret("wrong")))) {
      KeycloakDirectory other = new KeycloakDirectory(vertx, config);
      assertEquals(FailureKind.UNAVAILABLE, refusal(other, person("nobody")));
      await(other.close());
    }
    NewUser late = person("late");
    FailureException tooLate =
        assertThrows(
            FailureException.class,
            () -> await(directory.provide(late, UUID.randomUUID(), Deadline.in(Duration.ZERO))));
    assertEquals(FailureKind.UNAVAILABLE, tooLate.failure().kind());
  }

  private static NewUser person(String name) {
    return new NewUser(name, null, null, null, "Person");
  }

  private static ProvidedUser provide(NewUser user) {
    return await(directory.provide(user, UUID.randomUUID(), soon()));
  }

  private static FailureKind refusal(KeycloakDirectory directory, NewUser user) {
    return assertThrows(
            FailureException.class, () -> await(directory.provide(user, UUID.randomUUID(), soon())))
        .failure()
        .kind();
  }

  private static Deadline soon() {
    return Deadline.in(Duration.ofSeconds(20));
  }

  private static Secret secret() {
    return new Secret(keycloak.adminClient().secret());
  }

  private static IdentityConfig config(String address, Secret secret) {
    return new IdentityConfig(
        URI.create(address),
        Keycloak.REALM,
        keycloak.adminClient().id(),
        secret,
        FirstPassword.DEFAULT,
        new Secret(DEFAULT_PASSWORD),
        "admin",
        20,
        Duration.ofSeconds(10));
  }
}
