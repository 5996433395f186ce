package org.attestry.registry.identity;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.identity.KeycloakAdmin.AdminResponse;
import org.attestry.registry.owners.UserDirectory;
import org.attestry.runtime.fair.FairQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The users of a Keycloak realm, through its Admin REST API. Callers take turns in making users.
 */
public final class KeycloakDirectory implements UserDirectory {

  private static final Logger LOG = LoggerFactory.getLogger(KeycloakDirectory.class);

  /** The attribute with the id of the entity that a user was created for. */
  private static final String CREATED_FOR = "attestry_entity";

  /** The required action in which a user sets a password. */
  private static final String UPDATE_PASSWORD = "UPDATE_PASSWORD";

  private static final String USERNAME = "username";
  private static final String EMAIL = "email";
  private static final String EMAIL_VERIFIED = "emailVerified";
  private static final String ATTRIBUTES = "attributes";

  private static final int CREATED = 201;
  private static final int CLIENT_ERROR = 400;
  private static final int NOT_FOUND = 404;

  private static final Duration REMOVAL = Duration.ofSeconds(5);

  /** Half of the connections, so that the others are free for finishing changes. */
  private static final FairQueue.Limits ACCOUNTS = FairQueue.Limits.of(4, 256);

  private final FairQueue accounts;
  private final KeycloakAdmin admin;
  private final KeycloakRoles roles;
  private final KeycloakConfig config;

  public KeycloakDirectory(Vertx vertx, KeycloakConfig config, MeterRegistry meters) {
    this.accounts =
        new FairQueue(vertx, "registry-accounts", ACCOUNTS, FairQueue.Refusals.USUAL, meters);
    this.admin = new KeycloakAdmin(vertx, config);
    this.roles = new KeycloakRoles(vertx, admin, config.adminRole());
    this.config = config;
  }

  /** Whether the provider can be reached and accepts this service. */
  public Future<Boolean> isReachable() {
    return admin.isReachable();
  }

  @Override
  public Future<ProvidedUser> provide(NewUser user, UUID entity, Deadline deadline) {
    return accounts.run(
        deadline,
        () ->
            roles
                .require(user.type(), deadline)
                .compose(
                    role ->
                        roles.retryWhileBusy(
                            deadline, () -> provide(user, role, entity, deadline))));
  }

  private Future<ProvidedUser> provide(
      NewUser user, JsonObject role, UUID entity, Deadline deadline) {
    return named(user.username(), deadline)
        .compose(
            existing ->
                existing == null
                    ? create(user, role, entity, deadline)
                    : entity.equals(madeFor(existing))
                        ? assigned(existing.getString("id"), user, role, entity, deadline)
                        : Future.succeededFuture(provided(existing)));
  }

  private static ProvidedUser provided(JsonObject existing) {
    return new ProvidedUser(existing.getString("id"), false, madeFor(existing), false);
  }

  /**
   * Returns the entity that the user was created for; null if the attribute is missing or not a
   * UUID.
   */
  private static UUID madeFor(JsonObject user) {
    JsonArray marks = attributes(user).getJsonArray(CREATED_FOR, new JsonArray());
    try {
      return marks.size() == 1 ? UUID.fromString(marks.getString(0)) : null;
    } catch (IllegalArgumentException notOurs) {
      return null;
    }
  }

  @Override
  public Future<Void> link(String userId, String type, Deadline deadline) {
    return roles.link(userId, type, deadline);
  }

  @Override
  public Future<Boolean> isLinked(String userId, String type, Deadline deadline) {
    return roles.isLinked(userId, type, deadline);
  }

  @Override
  public Future<Void> unlink(String userId, String type, Deadline deadline) {
    return roles.unlink(userId, type, deadline);
  }

  @Override
  public Future<Void> requestPassword(String userId, Deadline deadline) {
    String path = path(userId) + "/execute-actions-email";
    return admin
        .send(HttpMethod.PUT, path, new JsonArray().add(UPDATE_PASSWORD), deadline)
        .map(KeycloakDirectory::logIfRefused)
        .mapEmpty();
  }

  private static AdminResponse logIfRefused(AdminResponse response) {
    if (response.statusCode() >= CLIENT_ERROR) {
      LOG.atWarn()
          .addKeyValue("status", response.statusCode())
          .log("the identity provider refuses to send a user the mail for a new password");
    }
    return response;
  }

  @Override
  public Future<Void> remove(String userId, Deadline deadline) {
    return admin.send(HttpMethod.DELETE, path(userId), null, deadline).mapEmpty();
  }

  @Override
  public Future<Boolean> removeIfCreatedFor(UUID entity, String username, Deadline deadline) {
    return named(username, deadline)
        .compose(
            found ->
                found != null && entity.equals(madeFor(found))
                    ? remove(found.getString("id"), deadline).map(true)
                    : Future.succeededFuture(found != null));
  }

  @Override
  public Future<Account> find(String username, Deadline deadline) {
    return accounts.run(
        deadline, () -> named(username, deadline).map(KeycloakDirectory::accountOrNull));
  }

  @Override
  public Future<Account> read(String userId, Deadline deadline) {
    return accounts.run(
        deadline, () -> user(userId, deadline).map(KeycloakDirectory::accountOrNull));
  }

  private Future<JsonObject> user(String userId, Deadline deadline) {
    return admin
        .send(HttpMethod.GET, path(userId), null, deadline)
        .map(
            found ->
                found.statusCode() == NOT_FOUND
                    ? null
                    : KeycloakAdmin.object(KeycloakAdmin.accepted(found)));
  }

  private static Account accountOrNull(JsonObject user) {
    return user == null
        ? null
        : new Account(
            user.getString("id"),
            user.getString(USERNAME),
            user.getString(EMAIL),
            user.getBoolean(EMAIL_VERIFIED, false),
            mobile(user));
  }

  private static String mobile(JsonObject user) {
    JsonArray numbers = attributes(user).getJsonArray(KeycloakFailures.MOBILE, new JsonArray());
    return numbers.isEmpty() ? null : numbers.getString(0);
  }

  private static JsonObject attributes(JsonObject user) {
    return user.getJsonObject(ATTRIBUTES, new JsonObject());
  }

  @Override
  public Future<Void> requireDistinct(
      String username, String email, String userId, OwnershipAttribute named, Deadline deadline) {
    return username == null && email == null
        ? Future.succeededFuture()
        : accounts.run(deadline, () -> distinct(username, email, userId, named, deadline));
  }

  private Future<Void> distinct(
      String username, String email, String userId, OwnershipAttribute named, Deadline deadline) {
    boolean likeAddress = username != null && username.contains("@");
    return requireOfNoOther(EMAIL, likeAddress ? username : null, userId, named.userId(), deadline)
        .compose(
            _ ->
                requireOfNoOther(
                    USERNAME,
                    email == null || email.equalsIgnoreCase(username) ? null : email,
                    userId,
                    named.email(),
                    deadline));
  }

  /** Fails if another account has the value in a field; null is no value. */
  private Future<Void> requireOfNoOther(
      String field, String value, String userId, String pointer, Deadline deadline) {
    return value == null
        ? Future.succeededFuture()
        : having(field, value, deadline)
            .map(
                users -> {
                  if (users.stream().anyMatch(user -> !user.getString("id").equals(userId))) {
                    throw UserDirectory.ofAnother(pointer);
                  }
                  return null;
                });
  }

  @Override
  public Future<Void> change(Account account, OwnershipAttribute named, Deadline deadline) {
    return accounts.run(
        deadline,
        () ->
            user(account.userId(), deadline)
                .compose(
                    user ->
                        user == null
                            ? Future.succeededFuture()
                            : change(user, account, named, deadline)));
  }

  private Future<Void> change(
      JsonObject user, Account account, OwnershipAttribute named, Deadline deadline) {
    JsonObject attributes = attributes(user).copy();
    attributes.remove(KeycloakFailures.MOBILE);
    if (account.mobile() != null) {
      attributes.put(KeycloakFailures.MOBILE, new JsonArray().add(account.mobile()));
    }
    JsonObject changed =
        user.copy()
            .put(USERNAME, account.username())
            .put(EMAIL, account.email() == null ? "" : account.email())
            .put(EMAIL_VERIFIED, account.emailVerified())
            .put(ATTRIBUTES, attributes);
    return admin
        .send(HttpMethod.PUT, path(account.userId()), changed, deadline)
        .compose(
            done ->
                done.statusCode() >= CLIENT_ERROR && done.statusCode() != NOT_FOUND
                    ? Future.failedFuture(KeycloakFailures.ofChange(done, named))
                    : Future.succeededFuture());
  }

  private static String path(String userId) {
    return "/users/" + KeycloakAdmin.encoded(userId);
  }

  public Future<Void> close() {
    return admin.close();
  }

  /** Finds a user by the exact name. */
  private Future<JsonObject> named(String username, Deadline deadline) {
    return having(USERNAME, username, deadline)
        .map(users -> users.isEmpty() ? null : users.getFirst());
  }

  /**
   * Finds up to two users by the exact user name or e-mail address. Keycloak stores both in lower
   * case.
   */
  private Future<List<JsonObject>> having(String field, String value, Deadline deadline) {
    String path = "/users?exact=true&max=2&%s=%s".formatted(field, KeycloakAdmin.encoded(value));
    String folded = value.toLowerCase(Locale.ROOT);
    return admin
        .send(HttpMethod.GET, path, null, deadline)
        .map(KeycloakAdmin::accepted)
        .map(KeycloakAdmin::array)
        .map(
            users ->
                users.stream()
                    .map(JsonObject.class::cast)
                    .filter(
                        user -> folded.equals(user.getString(field, "").toLowerCase(Locale.ROOT)))
                    .toList());
  }

  private Future<ProvidedUser> create(
      NewUser user, JsonObject role, UUID entity, Deadline deadline) {
    return distinct(user.username(), user.email(), null, user.named(), deadline)
        .compose(_ -> admin.send(HttpMethod.POST, "/users", representation(user, entity), deadline))
        .compose(
            made ->
                made.statusCode() == CREATED
                    ? withRole(made, user, role, entity, deadline)
                    : findConcurrentlyCreated(made, user, deadline));
  }

  private Future<ProvidedUser> withRole(
      AdminResponse made, NewUser user, JsonObject role, UUID entity, Deadline deadline) {
    String location = made.location();
    if (location == null) {
      return Future.failedFuture(KeycloakAdmin.unusable(made));
    }
    String id = location.substring(location.lastIndexOf('/') + 1);
    return assigned(id, user, role, entity, deadline).recover(cause -> deleteUser(id, cause));
  }

  /** Gives the role to a user that was created for the entity, by this request or by another. */
  private Future<ProvidedUser> assigned(
      String id, NewUser user, JsonObject role, UUID entity, Deadline deadline) {
    boolean withoutPassword =
        user.password() == null && config.password() == FirstPassword.NONE && user.email() != null;
    return roles
        .assign(id, role, deadline)
        .map(new ProvidedUser(id, true, entity, withoutPassword));
  }

  /**
   * Handles a refused creation: another request may have created the user concurrently, or another
   * account has the e-mail address. Keycloak replies 409 if it detects that itself, and 400 if its
   * database does, at the end of a concurrent creation.
   */
  private Future<ProvidedUser> findConcurrentlyCreated(
      AdminResponse refused, NewUser user, Deadline deadline) {
    return named(user.username(), deadline)
        .compose(
            existing ->
                existing == null
                    ? Future.failedFuture(KeycloakFailures.of(refused, user))
                    : Future.succeededFuture(provided(existing)));
  }

  private Future<ProvidedUser> deleteUser(String id, Throwable cause) {
    return remove(id, Deadline.in(REMOVAL)).transform(done -> Future.failedFuture(cause));
  }

  private JsonObject representation(NewUser user, UUID entity) {
    JsonObject attributes =
        new JsonObject()
            .put("entity", new JsonArray().add(user.type()))
            .put(CREATED_FOR, new JsonArray().add(entity.toString()));
    if (user.mobile() != null) {
      attributes.put(KeycloakFailures.MOBILE, new JsonArray().add(user.mobile()));
    }
    JsonObject made =
        new JsonObject()
            .put(USERNAME, user.username())
            .put(EMAIL, user.email())
            .put("enabled", true)
            .put(ATTRIBUTES, attributes);
    return withFirstPassword(made, user);
  }

  private JsonObject withFirstPassword(JsonObject made, NewUser user) {
    if (user.password() != null) {
      return made.put("credentials", password(user.password(), false));
    }
    return switch (config.password()) {
      case DEFAULT -> made.put("credentials", password(config.defaultPassword().value(), false));
      case TEMPORARY -> made.put("credentials", password(config.defaultPassword().value(), true));
      case NONE -> made.put("requiredActions", new JsonArray().add(UPDATE_PASSWORD));
    };
  }

  private static JsonArray password(String value, boolean temporary) {
    return new JsonArray()
        .add(
            new JsonObject()
                .put("type", "password")
                .put("value", value)
                .put("temporary", temporary));
  }
}
