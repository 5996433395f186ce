package org.attestry.registry.domain.owners;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.OwnershipAttribute;

/** The identity provider's users. User names are matched whole, never by a part or by likeness. */
public interface UserDirectory {

  /**
   * Finds the user, or makes one that holds the realm role named as the type, carries the type in
   * its {@code entity} attribute, and the entity in its {@code attestry_entity} attribute. One that
   * is found stays as it is.
   *
   * @return fails CONFLICT when the data belong to another account, or the type is named as a role
   *     that no entity gives; INVALID, naming the value, when the provider refuses the data;
   *     UNAVAILABLE when it cannot be reached in time
   */
  Future<ProvidedUser> provide(NewUser user, UUID entity, Deadline deadline);

  /**
   * Gives an account the role named as the type, and the type in its {@code entity} attribute. A
   * role or attribute that it has already stays. An account that is gone needs nothing.
   */
  Future<Void> link(String userId, String type, Deadline deadline);

  /** Whether an account has the role named as the type; one that is gone has none. */
  Future<Boolean> isLinked(String userId, String type, Deadline deadline);

  /**
   * Takes from an account the role named as the type, and the type out of its {@code entity}
   * attribute. An account that has neither, or is gone, needs nothing.
   */
  Future<Void> unlink(String userId, String type, Deadline deadline);

  /**
   * Has the provider send a user the mail for setting a password. An account that is gone, or that
   * the provider refuses to mail, is left alone.
   *
   * @return fails UNAVAILABLE when the mail cannot be sent now
   */
  Future<Void> requestPassword(String userId, Deadline deadline);

  /** Deletes a user; one that is gone already is fine. */
  Future<Void> remove(String userId, Deadline deadline);

  /**
   * Deletes the user of this name if it was made for this entity.
   *
   * @return true when it is gone, or the name is another one's; false when nobody has the name yet:
   *     a creation that nobody waits for any more may still be under way
   */
  Future<Boolean> removeIfCreatedFor(UUID entity, String username, Deadline deadline);

  /**
   * @param username what the user logs in with
   * @param email or null
   * @param mobile or null
   * @param password the first password, null for the configured default
   * @param type the entity type that the user owns an entity of
   * @param named the pointers to these values in the entity
   */
  record NewUser(
      String username,
      String email,
      String mobile,
      String password,
      String type,
      OwnershipAttribute named) {

    /** An account of this name exists, and the caller is neither its user nor an admin. */
    public FailureException taken() {
      String message =
          "An account with this user name or e-mail address exists already. Its user or an admin"
              + " may name it here, by its user name; others name another one.";
      return new Failure(
              FailureKind.CONFLICT,
              "registry.owner.taken",
              message,
              List.of(new Violation(named.userId(), "owner", message)))
          .exception();
    }

    /** Never the password, and no personal data. */
    @Override
    public String toString() {
      return "NewUser[" + type + "]";
    }
  }

  /**
   * @param userId the identity provider's id
   * @param created whether this call created it
   * @param madeFor the entity that it was made for, null when it was not made by a registry
   * @param withoutPassword whether the user gets a mail for setting a password once the entity is
   *     stored
   */
  record ProvidedUser(String userId, boolean created, UUID madeFor, boolean withoutPassword) {}
}
