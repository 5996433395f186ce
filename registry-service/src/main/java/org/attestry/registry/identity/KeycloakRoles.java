package org.attestry.registry.identity;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.registry.identity.KeycloakAdmin.AdminResponse;
import org.attestry.runtime.async.Retry;

/**
 * The realm roles that are named after entity types, and the {@code entity} attribute of users with
 * these roles. The provider's own roles and the admin role are never granted or removed, even if a
 * type has their name.
 */
record KeycloakRoles(Vertx vertx, KeycloakAdmin admin, String adminRole) {

  private static final List<String> OF_PROVIDER = List.of("offline_access", "uma_authorization");
  private static final String OF_PROVIDER_BY_DEFAULT = "default-roles-";

  private static final int NOT_FOUND = 404;
  private static final int CLIENT_ERROR = 400;

  private static final String BUSY = "registry.identity.busy";
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(2);

  boolean isReserved(String type) {
    String name = type.toLowerCase(Locale.ROOT);
    return OF_PROVIDER.contains(name)
        || name.startsWith(OF_PROVIDER_BY_DEFAULT)
        || type.equalsIgnoreCase(adminRole);
  }

  /**
   * Returns the role of a type, and creates it if it does not exist.
   *
   * @return fails with CONFLICT if the role is reserved for the provider or for admins
   */
  Future<JsonObject> require(String type, Deadline deadline) {
    if (isReserved(type)) {
      return Future.failedFuture(reserved());
    }
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
        .map(KeycloakAdmin::accepted)
        .map(KeycloakAdmin::object);
  }

  Future<Void> assign(String userId, JsonObject role, Deadline deadline) {
    return retryWhileBusy(
        deadline,
        () ->
            admin
                .send(HttpMethod.POST, mappings(userId), list(role), deadline)
                .compose(KeycloakRoles::assigned));
  }

  /**
   * Checks the response to a role assignment. If concurrent requests assign the same role to a
   * user, Keycloak refuses all but one with 400.
   */
  private static Future<Void> assigned(AdminResponse done) {
    if (done.statusCode() == CLIENT_ERROR) {
      return Future.failedFuture(busy());
    }
    KeycloakAdmin.accepted(done);
    return Future.succeededFuture();
  }

  /**
   * Gives a user the role of a type. The user is read again before it is written as a whole,
   * because an address may change meanwhile.
   */
  Future<Void> link(String userId, String type, Deadline deadline) {
    return isReserved(type)
        ? Future.succeededFuture()
        : user(userId, deadline)
            .compose(
                user ->
                    user == null
                        ? Future.succeededFuture()
                        : require(type, deadline)
                            .compose(role -> assign(userId, role, deadline))
                            .compose(assigned -> user(userId, deadline))
                            .compose(now -> now == null ? done() : addEntity(now, type, deadline)));
  }

  Future<Boolean> isLinked(String userId, String type, Deadline deadline) {
    return isReserved(type)
        ? Future.succeededFuture(false)
        : held(userId, type, deadline).map(role -> role != null);
  }

  Future<Void> unlink(String userId, String type, Deadline deadline) {
    return isReserved(type)
        ? Future.succeededFuture()
        : held(userId, type, deadline)
            .compose(role -> role == null ? done() : take(userId, role, deadline))
            .compose(taken -> user(userId, deadline))
            .compose(user -> user == null ? done() : removeEntity(user, type, deadline));
  }

  private Future<Void> take(String userId, JsonObject role, Deadline deadline) {
    return admin
        .send(HttpMethod.DELETE, mappings(userId), list(role), deadline)
        .map(taken -> taken.statusCode() == NOT_FOUND ? taken : KeycloakAdmin.accepted(taken))
        .mapEmpty();
  }

  /** Returns the role if the user has it, otherwise null. */
  private Future<JsonObject> held(String userId, String type, Deadline deadline) {
    return admin
        .send(HttpMethod.GET, mappings(userId), null, deadline)
        .map(
            found ->
                found.statusCode() == NOT_FOUND
                    ? null
                    : named(KeycloakAdmin.array(KeycloakAdmin.accepted(found)), type));
  }

  private static JsonObject named(JsonArray roles, String type) {
    for (int i = 0; i < roles.size(); i++) {
      if (type.equals(roles.getJsonObject(i).getString("name"))) {
        return roles.getJsonObject(i);
      }
    }
    return null;
  }

  /** Returns the user, or null if the user no longer exists. */
  private Future<JsonObject> user(String userId, Deadline deadline) {
    return admin
        .send(HttpMethod.GET, path(userId), null, deadline)
        .map(
            found ->
                found.statusCode() == NOT_FOUND
                    ? null
                    : KeycloakAdmin.object(KeycloakAdmin.accepted(found)));
  }

  /** Adds the type to the user's {@code entity} attribute, which keeps its other values. */
  private Future<Void> addEntity(JsonObject user, String type, Deadline deadline) {
    JsonArray entities = entities(user);
    return entities.contains(type)
        ? done()
        : changeEntities(user, entities.copy().add(type), deadline);
  }

  private Future<Void> removeEntity(JsonObject user, String type, Deadline deadline) {
    JsonArray left = entities(user).copy();
    return left.remove(type) ? changeEntities(user, left, deadline) : done();
  }

  private static JsonArray entities(JsonObject user) {
    return user.getJsonObject("attributes", new JsonObject())
        .getJsonArray("entity", new JsonArray());
  }

  private Future<Void> changeEntities(JsonObject user, JsonArray entities, Deadline deadline) {
    JsonObject attributes = user.getJsonObject("attributes", new JsonObject()).copy();
    attributes.put("entity", entities);
    JsonObject changed = user.copy().put("attributes", attributes);
    return admin
        .send(HttpMethod.PUT, path(user.getString("id")), changed, deadline)
        .map(KeycloakAdmin::accepted)
        .mapEmpty();
  }

  /** Repeats the work while Keycloak is busy with the same user for another request. */
  <T> Future<T> retryWhileBusy(Deadline deadline, Supplier<Future<T>> work) {
    return Retry.every(vertx, PAUSE)
        .when(KeycloakRoles::isBusy)
        .until(deadline.orSooner(LONGEST_RETRY))
        .run(work);
  }

  private static boolean isBusy(Throwable cause) {
    return FailureException.hasCode(cause, BUSY);
  }

  static FailureException busy() {
    return FailureException.unavailable(
        BUSY, "The identity provider is busy with this user; try again shortly.");
  }

  private static FailureException reserved() {
    return FailureException.conflict(
        "registry.owner.reserved-role",
        "The type is named as a role of the identity provider's own, which no entity gives to"
            + " anybody; publish it under another name.");
  }

  private static String path(String userId) {
    return "/users/" + KeycloakAdmin.encoded(userId);
  }

  private static String mappings(String userId) {
    return path(userId) + "/role-mappings/realm";
  }

  private static JsonArray list(JsonObject role) {
    return new JsonArray()
        .add(new JsonObject().put("id", role.getString("id")).put("name", role.getString("name")));
  }

  private static Future<Void> done() {
    return Future.succeededFuture();
  }
}
