package org.attestry.registry.identity;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.time.Duration;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.registry.domain.owners.UserDirectory;

/** The users of a Keycloak realm, through its admin REST interface. */
public final class KeycloakDirectory implements UserDirectory {

  private static final int CREATED = 201;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int CLIENT_ERROR = 400;
  private static final Duration REMOVAL = Duration.ofSeconds(5);

  private final KeycloakAdmin admin;
  private final IdentityConfig config;

  public KeycloakDirectory(Vertx vertx, IdentityConfig config) {
    this.admin = new KeycloakAdmin(vertx, config);
    this.config = config;
  }

  @Override
  public Future<ProvidedUser> provide(NewUser user, boolean mayLink, Deadline deadline) {
    return role(user.type(), deadline)
        .compose(
            role ->
                find(user.username(), deadline)
                    .compose(
                        existing ->
                            existing == null
                                ? create(user, role, mayLink, deadline)
                                : link(existing, user, role, mayLink, deadline)));
  }

  @Override
  public Future<Void> remove(String userId, Deadline deadline) {
    return admin
        .send(HttpMethod.DELETE, "/users/" + KeycloakAdmin.encoded(userId), null, deadline)
        .mapEmpty();
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
      NewUser user, JsonObject role, boolean mayLink, Deadline deadline) {
    return admin
        .send(HttpMethod.POST, "/users", representation(user), deadline)
        .compose(
            made -> {
              if (made.statusCode() == CREATED) {
                String location = made.getHeader("Location");
                String id = location.substring(location.lastIndexOf('/') + 1);
                return assign(id, role, deadline)
                    .map(new ProvidedUser(id, true))
                    .recover(cause -> takeBack(id, cause));
              }
              return made.statusCode() == CONFLICT
                  ? linkNewcomer(user, role, mayLink, deadline)
                  : expect(made, "the user's data").mapEmpty();
            });
  }

  /** Somebody else made the user just now, or another account has the e-mail address. */
  private Future<ProvidedUser> linkNewcomer(
      NewUser user, JsonObject role, boolean mayLink, Deadline deadline) {
    return find(user.username(), deadline)
        .compose(
            existing ->
                existing == null
                    ? Future.failedFuture(taken())
                    : link(existing, user, role, mayLink, deadline));
  }

  private Future<ProvidedUser> takeBack(String id, Throwable cause) {
    return remove(id, Deadline.in(REMOVAL)).transform(done -> Future.failedFuture(cause));
  }

  private Future<ProvidedUser> link(
      JsonObject existing, NewUser user, JsonObject role, boolean mayLink, Deadline deadline) {
    if (!mayLink) {
      return Future.failedFuture(taken());
    }
    String id = existing.getString("id");
    return assign(id, role, deadline)
        .compose(assigned -> addEntity(existing, user.type(), deadline))
        .map(new ProvidedUser(id, false));
  }

  private Future<Void> assign(String userId, JsonObject role, Deadline deadline) {
    JsonArray roles =
        new JsonArray()
            .add(
                new JsonObject()
                    .put("id", role.getString("id"))
                    .put("name", role.getString("name")));
    String path = "/users/%s/role-mappings/realm".formatted(KeycloakAdmin.encoded(userId));
    return admin
        .send(HttpMethod.POST, path, roles, deadline)
        .compose(done -> expect(done, "the role"))
        .mapEmpty();
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

  private JsonObject representation(NewUser user) {
    String password = user.password() == null ? config.defaultPassword().value() : user.password();
    JsonObject attributes = new JsonObject().put("entity", new JsonArray().add(user.type()));
    if (user.mobile() != null) {
      attributes.put("mobile_number", new JsonArray().add(user.mobile()));
    }
    JsonObject credential =
        new JsonObject().put("type", "password").put("value", password).put("temporary", false);
    return new JsonObject()
        .put("username", user.username())
        .put("email", user.email())
        .put("enabled", true)
        .put("attributes", attributes)
        .put("credentials", new JsonArray().add(credential));
  }

  /** The provider's own words may repeat personal data; they stay here. */
  private static Future<HttpResponse<Buffer>> expect(HttpResponse<Buffer> response, String what) {
    if (response.statusCode() < CLIENT_ERROR) {
      return Future.succeededFuture(response);
    }
    return Future.failedFuture(
        Failure.of(
                FailureKind.INVALID,
                "registry.owner.refused",
                "The identity provider does not accept %s of an owner that the entity names."
                    .formatted(what))
            .exception());
  }

  private static FailureException taken() {
    return Failure.of(
            FailureKind.CONFLICT,
            "registry.owner.taken",
            "An account with this user name or e-mail address exists already.")
        .exception();
  }
}
