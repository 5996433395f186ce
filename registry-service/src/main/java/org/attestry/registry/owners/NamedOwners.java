package org.attestry.registry.owners;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.owners.UserDirectory.NewUser;
import org.attestry.registry.types.PublishedType;

/** Reads the owners that an entity names. */
final class NamedOwners {

  /** The maximum length of a user name at the identity provider. */
  private static final int LONGEST_NAME = 255;

  private static final int LONGEST_EMAIL = 254;
  private static final int LONGEST_VALUE = 255;

  private final ObjectNode body;
  private final List<Violation> wrong = new ArrayList<>();

  private NamedOwners(ObjectNode body) {
    this.body = body;
  }

  /**
   * Returns the users. A user that is named twice is returned once.
   *
   * @param most the maximum number of owners that one entity may name
   * @throws org.attestry.contracts.FailureException INVALID if there are too many owners or, with a
   *     pointer to each such value, if a value is not valid for an account
   */
  static List<NewUser> of(PublishedType type, ObjectNode body, int most) {
    return new NamedOwners(body).read(type, most);
  }

  /**
   * Returns the user that one attribute names, or null.
   *
   * @throws org.attestry.contracts.FailureException INVALID as {@link #of}
   */
  static NewUser of(PublishedType type, ObjectNode body, OwnershipAttribute attribute) {
    NamedOwners named = new NamedOwners(body);
    NewUser user = named.user(attribute, type.name());
    named.refuseWrong();
    return user;
  }

  /** Whether an account can have this user name. */
  static boolean isUsername(String text) {
    return AccountText.wrongInName(text, LONGEST_NAME) == null;
  }

  /** Returns the user name that an attribute names, or null. */
  static String username(ObjectNode body, OwnershipAttribute attribute) {
    return new NamedOwners(body).text(attribute.userId());
  }

  /** Returns the e-mail address that an attribute names, or null. */
  static String email(ObjectNode body, OwnershipAttribute attribute) {
    return new NamedOwners(body).text(attribute.email());
  }

  private List<NewUser> read(PublishedType type, int most) {
    Map<String, NewUser> users = new LinkedHashMap<>();
    for (OwnershipAttribute attribute : type.config().ownershipAttributes()) {
      NewUser user = user(attribute, type.name());
      if (user != null) {
        users.putIfAbsent(AccountText.folded(user.username()), user);
      }
    }
    refuseWrong();
    if (users.size() > most) {
      String message =
          "The entity names %d owners; an entity may name %d.".formatted(users.size(), most);
      throw FailureException.invalid("registry.owner.too-many", "", "owners", message);
    }
    return List.copyOf(users.values());
  }

  private void refuseWrong() {
    if (!wrong.isEmpty()) {
      String message = "An owner that the entity names can have no account; see result.violations.";
      throw new Failure(FailureKind.INVALID, "registry.owner.invalid", message, wrong).exception();
    }
  }

  private NewUser user(OwnershipAttribute attribute, String type) {
    String username = text(attribute.userId());
    if (username == null) {
      return null;
    }
    String email = text(attribute.email());
    String mobile = text(attribute.mobile());
    String password = text(attribute.password());
    check(attribute.userId(), AccountText.wrongInName(username, LONGEST_NAME));
    check(attribute.email(), email == null ? null : AccountText.wrongInName(email, LONGEST_EMAIL));
    check(
        attribute.mobile(),
        mobile == null ? null : AccountText.wrongInValue(mobile, LONGEST_VALUE));
    check(
        attribute.password(),
        password == null || password.length() <= LONGEST_VALUE
            ? null
            : "It is longer than %d characters; shorten it.".formatted(LONGEST_VALUE));
    return new NewUser(username, email, mobile, password, type, attribute);
  }

  private void check(String pointer, String message) {
    if (message != null) {
      wrong.add(new Violation(pointer, "owner", message));
    }
  }

  private String text(String pointer) {
    JsonNode value = pointer == null ? null : body.at(pointer);
    if (value == null || value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isTextual() && !value.isNumber()) {
      check(pointer, "The value names the owner; it is a string that is not empty.");
      return null;
    }
    return value.asText();
  }
}
