package org.attestry.registry.identity;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.registry.domain.owners.UserDirectory;

/** The users of a Keycloak realm, through its admin REST interface. */
public final class KeycloakDirectory implements UserDirectory {

  /** Attribute that says which entity a user was made for. */
  private static final String MADE_FOR = "attestry_entity";

  private static final int CREATED = 201;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int CLIENT_ERROR = 400;

  /** What Keycloak says, with status 400, when its database refuses a user that it found valid. */
  private static final String NOT_STORED = "Could not create user";

  /** The required action in which a user sets a password. */
  private static final String UPDATE_PASSWORD = "UPDATE_PASSWORD";

  private static final Duration REMOVAL = Duration.ofSeconds(5);

  private static final String BUSY = "registry.identity.busy";
  private static final int ATTEMPTS = 5;
  private static final int PAUSE_MILLIS = 100;

  private final Vertx vertx;
  private final KeycloakAdmin admin;
  private final IdentityConfig config;

  public KeycloakDirectory(Vertx vertx, IdentityConfig config) {
    this.vertx = vertx;
    this.admin = new KeycloakAdmin(vertx, config);
    this.config = config;
  }

  @Override
  public Future<ProvidedUser> provide(NewUser user, UUID entity, Deadline deadline) {
    return role(user.type(), deadline)
        .compose(
            role -> patiently(ATTEMPTS, deadline, () -> provide(user, role, entity, deadline)));
  }

  private Future<ProvidedUser> provide(
      NewUser user, JsonObject role, UUID entity, Deadline deadline) {
    return find(user.username(), deadline)
        .compose(
            existing ->
                existing == null
                    ? create(user, role, entity, deadline)
                    : Future.succeededFuture(provided(existing)));
  }

  private static ProvidedUser provided(JsonObject existing) {
    return new ProvidedUser(existing.getString("id"), false, madeFor(existing));
  }

  /** The entity that a registry made the user for; what is no id of ours counts as nothing. */
  private static UUID madeFor(JsonObject user) {
    JsonArray marks =
        user.getJsonObject("attributes", new JsonObject()).getJsonArray(MADE_FOR, new JsonArray());
    try {
      return marks.size() == 1 ? UUID.fromString(marks.getString(0)) : null;
    } catch (IllegalArgumentException notOurs) {
      return null;
    }
  }

  @Override
  public Future<Void> remove(String userId, Deadline deadline) {
    return admin
        .send(HttpMethod.DELETE, "/users/" + KeycloakAdmin.encoded(userId), null, deadline)
        .mapEmpty();
  }

  @Override
  public Future<Boolean> removeMadeFor(UUID entity, String username, Deadline deadline) {
    return find(username, deadline)
        .compose(
            found ->
                found != null && entity.equals(madeFor(found))
                    ? remove(found.getString("id"), deadline).map(true)
                    : Future.succeededFuture(found != null));
  }

  public Future<Void> close() {
    return admin.close();
  }

  /** The realm role named as the type; it is made when it is not there. */
  private Future<JsonObject> role(String type, Deadline deadline) {
    String path = "/roles/" + KeycloakAdmin.encoded(type);
    return admin
        .send(HttpMethod.GET, path, null, deadline)
        .compose(
            found ->
                found.statusCode() == NOT_FOUND
                    ? admin
                        .send(
                            HttpMethod.POST, "/roles", new JsonObject().put("name", type), deadline)
                        .compose(made -> admin.send(HttpMethod.GET, path, null, deadline))
                    : Future.succeededFuture(found))
        .compose(found -> expect(found, "the role"))
        .map(HttpResponse::bodyAsJsonObject);
  }

  /** Keycloak keeps user names in lower case and finds them whole. */
  private Future<JsonObject> find(String username, Deadline deadline) {
    String path = "/users?exact=true&max=2&username=" + KeycloakAdmin.encoded(username);
    return admin
        .send(HttpMethod.GET, path, null, deadline)
        .compose(found -> expect(found, "the user name"))
        .map(
            found -> {
              JsonArray users = found.bodyAsJsonArray();
              for (int i = 0; i < users.size(); i++) {
                JsonObject user = users.getJsonObject(i);
                if (username.equalsIgnoreCase(user.getString("username"))) {
                  return user;
                }
              }
              return null;
            });
  }

  private Future<ProvidedUser> create(
      NewUser user, JsonObject role, UUID entity, Deadline deadline) {
    return admin
        .send(HttpMethod.POST, "/users", representation(user, entity), deadline)
        .compose(
            made ->
                made.statusCode() == CREATED
                    ? welcome(made, role, entity, deadline)
                    : findNewcomer(made, user, deadline));
  }

  private Future<ProvidedUser> welcome(
      HttpResponse<Buffer> made, JsonObject role, UUID entity, Deadline deadline) {
    String location = made.getHeader("Location");
    String id = location.substring(location.lastIndexOf('/') + 1);
    return assign(id, role, deadline)
        .map(new ProvidedUser(id, true, entity))
        .recover(cause -> takeBack(id, cause));
  }

  /**
   * Somebody else may have made the user just now, or another account has the e-mail address.
   * Keycloak answers 409 when it sees that itself, and 400 when its database does, at the end of a
   * creation that ran beside another one.
   */
  private Future<ProvidedUser> findNewcomer(
      HttpResponse<Buffer> refused, NewUser user, Deadline deadline) {
    return find(user.username(), deadline)
        .compose(
            existing ->
                existing == null
                    ? Future.failedFuture(refusal(refused))
                    : Future.succeededFuture(provided(existing)));
  }

  private static FailureException refusal(HttpResponse<Buffer> refused) {
    if (refused.statusCode() == CONFLICT) {
      return taken();
    }
    return NOT_STORED.equals(refused.bodyAsJsonObject().getString("errorMessage"))
        ? busy()
        : notAccepted("the user's data");
  }

  private Future<ProvidedUser> takeBack(String id, Throwable cause) {
    return remove(id, Deadline.in(REMOVAL)).transform(done -> Future.failedFuture(cause));
  }

  @Override
  public Future<Void> link(String userId, String type, Deadline deadline) {
    String path = "/users/" + KeycloakAdmin.encoded(userId);
    return admin
        .send(HttpMethod.GET, path, null, deadline)
        .compose(
            found ->
                found.statusCode() == NOT_FOUND
                    ? Future.succeededFuture()
                    : expect(found, "the user")
                        .compose(user -> link(user.bodyAsJsonObject(), type, deadline)));
  }

  private Future<Void> link(JsonObject user, String type, Deadline deadline) {
    return role(type, deadline)
        .compose(role -> assign(user.getString("id"), role, deadline))
        .compose(assigned -> addEntity(user, type, deadline));
  }

  private Future<Void> assign(String userId, JsonObject role, Deadline deadline) {
    JsonArray roles =
        new JsonArray()
            .add(
                new JsonObject()
                    .put("id", role.getString("id"))
                    .put("name", role.getString("name")));
    String path = "/users/%s/role-mappings/realm".formatted(KeycloakAdmin.encoded(userId));
    return patiently(
        ATTEMPTS,
        deadline,
        () ->
            admin
                .send(HttpMethod.POST, path, roles, deadline)
                .compose(KeycloakDirectory::assigned));
  }

  /** Keycloak answers 400 to all but one of those who give a user the same role at once. */
  private static Future<Void> assigned(HttpResponse<Buffer> done) {
    return done.statusCode() == CLIENT_ERROR
        ? Future.failedFuture(busy())
        : expect(done, "the role").mapEmpty();
  }

  /** Adds the type to the user's {@code entity} attribute; what is there stays. */
  private Future<Void> addEntity(JsonObject user, String type, Deadline deadline) {
    JsonObject attributes = user.getJsonObject("attributes", new JsonObject()).copy();
    JsonArray entities = attributes.getJsonArray("entity", new JsonArray());
    if (entities.contains(type)) {
      return Future.succeededFuture();
    }
    attributes.put("entity", entities.copy().add(type));
    JsonObject changed = user.copy().put("attributes", attributes);
    String path = "/users/" + KeycloakAdmin.encoded(user.getString("id"));
    return admin
        .send(HttpMethod.PUT, path, changed, deadline)
        .compose(done -> expect(done, "the user's data"))
        .mapEmpty();
  }

  private JsonObject representation(NewUser user, UUID entity) {
    JsonObject attributes =
        new JsonObject()
            .put("entity", new JsonArray().add(user.type()))
            .put(MADE_FOR, new JsonArray().add(entity.toString()));
    if (user.mobile() != null) {
      attributes.put("mobile_number", new JsonArray().add(user.mobile()));
    }
    JsonObject made =
        new JsonObject()
            .put("username", user.username())
            .put("email", user.email())
            .put("enabled", true)
            .put("attributes", attributes);
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

  /** Does the work again when Keycloak was busy with the same user on behalf of somebody else. */
  private <T> Future<T> patiently(int attempts, Deadline deadline, Supplier<Future<T>> work) {
    return work.get()
        .recover(
            cause ->
                attempts > 1 && isBusy(cause) && !deadline.passed()
                    ? vertx
                        .timer(PAUSE_MILLIS)
                        .compose(rested -> patiently(attempts - 1, deadline, work))
                    : Future.failedFuture(cause));
  }

  private static boolean isBusy(Throwable cause) {
    return cause instanceof FailureException refused && refused.failure().code().equals(BUSY);
  }

  private static FailureException busy() {
    return Failure.of(
            FailureKind.UNAVAILABLE,
            BUSY,
            "The identity provider is busy with this user; try again shortly.")
        .exception();
  }

  /** The provider's own words may repeat personal data; they stay here. */
  private static Future<HttpResponse<Buffer>> expect(HttpResponse<Buffer> response, String what) {
    if (response.statusCode() < CLIENT_ERROR) {
      return Future.succeededFuture(response);
    }
    return Future.failedFuture(notAccepted(what));
  }

  private static FailureException notAccepted(String what) {
    return Failure.of(
            FailureKind.INVALID,
            "registry.owner.refused",
            "The identity provider does not accept %s of an owner that the entity names."
                .formatted(what))
        .exception();
  }

  private static FailureException taken() {
    return Failure.of(
            FailureKind.CONFLICT,
            "registry.owner.taken",
            "An account with this user name or e-mail address exists already.")
        .exception();
  }
}
