package org.attestry.registry.identity;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.Objects;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.identity.KeycloakAdmin.AdminResponse;
import org.attestry.registry.owners.UserDirectory;
import org.attestry.registry.owners.UserDirectory.NewUser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Translates Keycloak's refusal of a new user into a failure for the caller. Keycloak's own
 * messages may contain personal data and are not passed on.
 */
final class KeycloakFailures {

  /** The attribute that has a user's phone number. */
  static final String MOBILE = "mobile_number";

  private static final Logger LOG = LoggerFactory.getLogger(KeycloakFailures.class);

  private static final int CONFLICT = 409;

  /** Keycloak's message, with status 400, when its database refuses a valid user. */
  private static final String NOT_STORED = "Could not create user";

  /** Keycloak's message about a value that its realm lets nobody change. */
  private static final String READ_ONLY = "read-only";

  private KeycloakFailures() {}

  static FailureException of(AdminResponse refused, NewUser user) {
    if (refused.statusCode() == CONFLICT) {
      return user.taken();
    }
    JsonObject why = KeycloakAdmin.object(refused);
    if (NOT_STORED.equals(why.getString("errorMessage"))) {
      return KeycloakRoles.busy();
    }
    if (!isAboutPassword(why)) {
      return notAccepted(pointer(why, user.named()), reason(why));
    }
    if (user.password() == null) {
      LOG.error("IDENTITY_DEFAULT_PASSWORD is against the realm's password policy");
      return KeycloakAdmin.unavailable();
    }
    return notAccepted(
        user.named().password(), "It is against the password policy of the identity provider.");
  }

  /** Returns the failure for a change of an account that the provider refuses. */
  static FailureException ofChange(AdminResponse refused, OwnershipAttribute named) {
    JsonObject why = KeycloakAdmin.object(refused);
    if (said(why).contains(READ_ONLY)) {
      return fixed();
    }
    String pointer = pointer(why, named);
    if (refused.statusCode() != CONFLICT) {
      return notAccepted(pointer, reason(why));
    }
    boolean email = named.email() != null && said(why).contains("email");
    return UserDirectory.ofAnother(email ? named.email() : pointer);
  }

  private static FailureException fixed() {
    LOG.error("the realm lets no account change; switch on \"Edit username\" in its settings");
    return FailureException.conflict(
        "registry.owner.read-only",
        "The identity provider lets no such value change; ask its operator to allow it.");
  }

  private static String said(JsonObject why) {
    return (why.getString("errorMessage", "") + why.getString("error", ""))
        .toLowerCase(Locale.ROOT);
  }

  private static boolean isAboutPassword(JsonObject why) {
    return said(why).contains("password");
  }

  /** Returns the pointer to the value in the entity that the provider reports as wrong. */
  private static String pointer(JsonObject why, OwnershipAttribute named) {
    String pointer =
        switch (Objects.requireNonNullElse(first(why).getString("field"), "")) {
          case "email" -> named.email();
          case MOBILE -> named.mobile();
          default -> named.userId();
        };
    return pointer == null ? named.userId() : pointer;
  }

  private static JsonObject first(JsonObject why) {
    JsonArray errors = why.getJsonArray("errors", new JsonArray());
    return errors.isEmpty() ? why : errors.getJsonObject(0);
  }

  /** Returns the sentence for the rule of the realm's user profile that a value breaks. */
  private static String reason(JsonObject why) {
    JsonObject first = first(why);
    JsonArray limits = first.getJsonArray("params", new JsonArray());
    Object least = limits.size() > 1 ? limits.getValue(1) : 0;
    Object most = limits.size() > 2 ? limits.getValue(2) : least;
    return switch (first.getString("errorMessage", "")) {
      case "error-invalid-length" -> "It must have %s to %s characters.".formatted(least, most);
      case "error-invalid-length-too-short" ->
          "It must have %s characters or more.".formatted(least);
      case "error-invalid-length-too-long" ->
          "It must have %s characters or fewer.".formatted(most);
      case "error-username-invalid-character" ->
          "It has a character that names of users cannot have.";
      case "error-invalid-email" -> "It is no e-mail address.";
      case "error-pattern-no-match" -> "It does not match the pattern that the realm wants.";
      case "error-user-attribute-required" -> "It is missing.";
      default -> "Its realm's user profile says which values are allowed.";
    };
  }

  private static FailureException notAccepted(String pointer, String reason) {
    String message =
        "The identity provider does not accept the value at %s as an owner's. %s"
            .formatted(pointer, reason);
    return FailureException.invalid("registry.owner.refused", pointer, "owner", message);
  }
}
