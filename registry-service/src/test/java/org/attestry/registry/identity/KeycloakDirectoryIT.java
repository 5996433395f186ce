package org.attestry.registry.identity;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.owners.UserDirectory.NewUser;
import org.attestry.registry.owners.UserDirectory.ProvidedUser;
import org.attestry.runtime.config.Secret;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestAuthority;
import org.attestry.testkit.TestAuthority.Certified;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.TlsProxy;
import org.attestry.testkit.servers.Keycloak;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    directory =
        new KeycloakDirectory(
            vertx, config(keycloak.authUrl(), secret()), new SimpleMeterRegistry());
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
    ProvidedUser user = provide(newUser(name, "a@example.org", null, "Person"));
    assertTrue(user.created());
    Logins.Token token = logins.in(name, DEFAULT_PASSWORD);
    assertEquals(user.userId(), token.subject());
    assertTrue(token.roles().contains("Person"));
    assertEquals(List.of("Person"), token.entities());
  }

  @Test
  void passwordOfTheEntityIsTheFirstOne() {
    String name = "user-" + UUID.randomUUID();
    provide(newUser(name, null, "own-Password-2", "Person"));
    assertTrue(logins.in(name, "own-Password-2").roles().contains("Person"));
    logins.refusal(name, DEFAULT_PASSWORD);
  }

  @Test
  void existingAccountStaysAsItIsUntilItIsLinked() {
    String name = "user-" + UUID.randomUUID();
    ProvidedUser first = provide(person(name));
    NewUser asStudent = newUser(name.toUpperCase(), null, "taken-Over-3", "Student two");
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
  void usersAreMadeByAProviderWithACertificateOfTheGivenAuthorityAlone(@TempDir Path folder)
      throws IOException {
    Certified files = new TestAuthority(folder, "ours").issue("localhost");
    Path another = new TestAuthority(folder, "another").issue().authority();
    URI open = URI.create(keycloak.authUrl());
    int port = new TlsProxy(vertx, files, open.getPort()).port();
    String address = "https://localhost:" + port + open.getPath();
    String otherName = "https://127.0.0.1:" + port + open.getPath();
    NewUser user = person("user-" + UUID.randomUUID());

    assertEquals(FailureKind.UNAVAILABLE, refusal(with(address, another), user));
    assertEquals(FailureKind.UNAVAILABLE, refusal(with(otherName, files.authority()), user));
    KeycloakDirectory trusting = with(address, files.authority());
    assertTrue(await(trusting.provide(user, UUID.randomUUID(), soon())).created());
  }

  private static KeycloakDirectory with(String address, Path authorities) {
    KeycloakConfig config =
        config(address, authorities, secret(), FirstPassword.DEFAULT, new Secret(DEFAULT_PASSWORD));
    return new KeycloakDirectory(vertx, config, new SimpleMeterRegistry());
  }

  @Test
  void accountThatIsGoneNeedsNoLink() {
    await(directory.link(UUID.randomUUID().toString(), "Person", soon()));
  }

  @Test
  void userIsTakenBackByTheEntityThatItWasMadeForAlone() {
    String name = "user-" + UUID.randomUUID();
    UUID entity = provide(person(name)).madeFor();
    assertTrue(await(directory.removeIfCreatedFor(UUID.randomUUID(), name, soon())));
    assertFalse(provide(person(name)).created());
    assertTrue(await(directory.removeIfCreatedFor(entity, name, soon())));
    assertFalse(await(directory.removeIfCreatedFor(entity, name, soon())));
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
    String name = "user-" + UUID.randomUUID();
    Failure email = failure(directory, newUser(name, "not an address", null, "Person"));
    assertEquals(FailureKind.INVALID, email.kind());
    assertEquals("/email", email.violations().get(0).pointer());
    assertTrue(email.message().endsWith("It is no e-mail address."), email.message());
    for (String odd : List.of("<b>" + name, name + "\"'")) {
      Failure username = failure(directory, person(odd));
      assertEquals(FailureKind.INVALID, username.kind(), odd);
      assertEquals("/name", username.violations().get(0).pointer());
      assertTrue(username.message().contains("It has a character"), username.message());
    }
    NewUser longNumber =
        new NewUser(name, null, "1".repeat(100), null, "Person", person(name).named());
    Failure tooLong = failure(directory, longNumber);
    assertEquals("/mobile", tooLong.violations().get(0).pointer());
    assertTrue(
        tooLong.message().matches(".* It must have .* characters( or fewer)?\\."),
        tooLong.message());
  }

  @Test
  void noEntityGivesARoleOfTheProvidersOwnOrTheAdminRole() {
    String name = "user-" + UUID.randomUUID();
    String userId = provide(person(name)).userId();
    for (String role :
        List.of("admin", "offline_access", "uma_authorization", "default-roles-attestry")) {
      assertEquals(FailureKind.CONFLICT, refusal(directory, newUser(name, null, null, role)), role);
      boolean before = logins.in(name, DEFAULT_PASSWORD).roles().contains(role);
      await(directory.link(userId, role, soon()));
      assertEquals(before, logins.in(name, DEFAULT_PASSWORD).roles().contains(role), role);
      await(directory.unlink(userId, role, soon()));
      assertEquals(before, logins.in(name, DEFAULT_PASSWORD).roles().contains(role), role);
    }
  }

  @Test
  void roleAndTypeAreTakenFromAnAccountThatHasThem() {
    String name = "user-" + UUID.randomUUID();
    String userId = provide(person(name)).userId();
    assertTrue(await(directory.isLinked(userId, "Person", soon())));
    await(directory.unlink(userId, "Person", soon()));
    await(directory.unlink(userId, "Person", soon()));
    assertFalse(await(directory.isLinked(userId, "Person", soon())));
    Logins.Token token = logins.in(name, DEFAULT_PASSWORD);
    assertFalse(token.roles().contains("Person"));
    assertEquals(List.of(), token.entities());
    await(directory.unlink(UUID.randomUUID().toString(), "Person", soon()));
    assertFalse(await(directory.isLinked(UUID.randomUUID().toString(), "Person", soon())));
  }

  @Test
  void temporaryPasswordIsToBeChangedAtTheFirstLogin() {
    KeycloakDirectory temporary = with(FirstPassword.TEMPORARY, DEFAULT_PASSWORD);
    String name = "user-" + UUID.randomUUID();
    await(temporary.provide(person(name), UUID.randomUUID(), soon()));
    String refusal = logins.refusal(name, DEFAULT_PASSWORD);
    assertTrue(refusal.contains("not fully set up"), refusal);
    await(temporary.close());
  }

  @Test
  void accountWithoutPasswordRequiresItsUserToSetOne() {
    KeycloakDirectory without = with(FirstPassword.NONE, "");
    String name = "user-" + UUID.randomUUID();
    NewUser user = newUser(name, name + "@example.org", null, "Person");
    assertTrue(await(without.provide(user, UUID.randomUUID(), soon())).withoutPassword());
    for (String password : List.of(DEFAULT_PASSWORD, "")) {
      logins.refusal(name, password);
    }
    String nobody = UUID.randomUUID().toString();
    await(without.requestPassword(nobody, soon()));
    assertFalse(
        await(without.provide(person(name + "-2"), UUID.randomUUID(), soon())).withoutPassword());
    await(without.close());
  }

  @Test
  void aResponseThatIsTooLongOrNotTheProvidersIsUnavailable() {
    HttpServer server =
        await(
            vertx
                .createHttpServer()
                .requestHandler(
                    request ->
                        request
                            .response()
                            .end(
                                request.path().endsWith("/token")
                                    ? "{\"access_token\": \"t\", \"expires_in\": 300}"
                                    : "[%s]".formatted(" ".repeat(2_000_000))))
                .listen(0, "127.0.0.1"));
    String address = "http://127.0.0.1:%d/auth".formatted(server.actualPort());
    KeycloakDirectory other =
        new KeycloakDirectory(vertx, config(address, secret()), new SimpleMeterRegistry());
    assertEquals(FailureKind.UNAVAILABLE, refusal(other, person("nobody")));
    await(other.close());
    await(server.close());
  }

  @Test
  void callerWhoInvitesManyAtOnceLeavesThePlacesOfOthersFree() {
    Promise<Void> asked = Promise.promise();
    HttpServer server =
        await(
            vertx
                .createHttpServer()
                .requestHandler(request -> answerAllButSearches(request, asked))
                .listen(0, "127.0.0.1"));
    String address = "http://127.0.0.1:%d/auth".formatted(server.actualPort());
    KeycloakDirectory other =
        new KeycloakDirectory(vertx, config(address, secret()), new SimpleMeterRegistry());
    Deadline many = Deadline.in(Duration.ofSeconds(20), CallerKey.address("many"));
    for (int i = 0; i < 16; i++) {
      other.provide(person("many-" + i), UUID.randomUUID(), many);
    }
    Deadline one = Deadline.in(Duration.ofSeconds(20), CallerKey.address("one"));
    other.provide(person("other"), UUID.randomUUID(), one);

    await(asked.future());
    await(other.close());
    await(server.close());
  }

  /** Leaves the searches for users open. */
  private static void answerAllButSearches(HttpServerRequest request, Promise<Void> other) {
    if (request.path().endsWith("/token")) {
      request.response().end("{\"access_token\": \"t\", \"expires_in\": 300}");
    } else if (!request.path().endsWith("/users")) {
      request.response().end("{\"name\": \"Person\"}");
    } else if ("other".equals(request.getParam("username"))) {
      other.tryComplete();
    }
  }

  @Test
  void providerThatCannotBeReachedOrRefusesUsIsUnavailable() {
    for (KeycloakConfig config :
        List.of(
            config("http://127.0.0.1:9/auth", secret()),
            config(keycloak.authUrl(), new Secret("wrong")))) {
      KeycloakDirectory other = new KeycloakDirectory(vertx, config, new SimpleMeterRegistry());
      assertEquals(FailureKind.UNAVAILABLE, refusal(other, person("nobody")));
      await(other.close());
    }
    NewUser late = person("late");
    FailureException tooLate =
        assertThrows(
            FailureException.class,
            () -> await(directory.provide(late, UUID.randomUUID(), Deadline.in(Duration.ZERO))));
    assertEquals(FailureKind.TIMEOUT, tooLate.failure().kind());
  }

  private static NewUser person(String name) {
    return newUser(name, null, null, "Person");
  }

  private static NewUser newUser(String name, String email, String password, String type) {
    return new NewUser(
        name,
        email,
        "17",
        password,
        type,
        new OwnershipAttribute("/name", "/email", "/mobile", "/password"));
  }

  @Test
  void isNotReachableWithAWrongSecretOrAwayFromTheProvider() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    KeycloakConfig wrong = config(keycloak.authUrl(), new Secret("wrong"));
    KeycloakConfig away = config("http://127.0.0.1:1/auth", secret());

    assertFalse(await(new KeycloakDirectory(vertx, wrong, meters).isReachable()));
    assertFalse(await(new KeycloakDirectory(vertx, away, meters).isReachable()));
    Eventually.isTrue(() -> await(directory.isReachable()));
  }

  private static KeycloakDirectory with(FirstPassword password, String value) {
    return new KeycloakDirectory(
        vertx,
        config(keycloak.authUrl(), secret(), password, new Secret(value)),
        new SimpleMeterRegistry());
  }

  private static ProvidedUser provide(NewUser user) {
    return await(directory.provide(user, UUID.randomUUID(), soon()));
  }

  private static FailureKind refusal(KeycloakDirectory directory, NewUser user) {
    return failure(directory, user).kind();
  }

  private static Failure failure(KeycloakDirectory directory, NewUser user) {
    return assertThrows(
            FailureException.class, () -> await(directory.provide(user, UUID.randomUUID(), soon())))
        .failure();
  }

  private static Deadline soon() {
    return Deadline.in(Duration.ofMinutes(2));
  }

  private static Secret secret() {
    return new Secret(keycloak.adminClient().secret());
  }

  private static KeycloakConfig config(String address, Secret secret) {
    return config(address, secret, FirstPassword.DEFAULT, new Secret(DEFAULT_PASSWORD));
  }

  private static KeycloakConfig config(
      String address, Secret secret, FirstPassword password, Secret value) {
    return config(address, Path.of(""), secret, password, value);
  }

  private static KeycloakConfig config(
      String address, Path authorities, Secret secret, FirstPassword password, Secret value) {
    return new KeycloakConfig(
        URI.create(address),
        authorities,
        Keycloak.REALM,
        keycloak.adminClient().id(),
        secret,
        password,
        value,
        "admin",
        20,
        10,
        Duration.ofSeconds(10));
  }
}
