package org.attestry.registry.owners;

import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.schema.OwnershipAttribute;

/**
 * The identity provider's users. User names are matched exactly, never by substring or similarity.
 */
public interface UserDirectory {

  /**
   * Finds the user, or creates one with the realm role named after the type, the type in its {@code
   * entity} attribute, and the entity in its {@code attestry_entity} attribute. A user that was
   * created for this entity counts as created; any other existing user is not changed.
   *
   * @return fails with CONFLICT if the data belong to another account, or the type has the name of
   *     a role that ownership must not grant; with INVALID, naming the value, if the provider
   *     refuses the data; with UNAVAILABLE if it cannot be reached in time
   */
  Future<ProvidedUser> provide(NewUser user, UUID entity, Deadline deadline);

  /**
   * Adds to an account the role named after the type, and the type to its {@code entity} attribute.
   * Existing roles and attributes are kept. Succeeds if the account no longer exists.
   */
  Future<Void> link(String userId, String type, Deadline deadline);

  /**
   * Whether an account has the role named after the type; false if the account no longer exists.
   */
  Future<Boolean> isLinked(String userId, String type, Deadline deadline);

  /**
   * Removes from an account the role named after the type, and the type from its {@code entity}
   * attribute. Succeeds if the account has neither or no longer exists.
   */
  Future<Void> unlink(String userId, String type, Deadline deadline);

  /**
   * Requests the provider to send a user the mail for setting a password. Succeeds if the account
   * no longer exists or the provider refuses to send it mail.
   *
   * @return fails with UNAVAILABLE if the mail cannot be sent now
   */
  Future<Void> requestPassword(String userId, Deadline deadline);

  /** Returns the account of this user name, or null. */
  Future<Account> find(String username, Deadline deadline);

  /** Returns the account, or null if it does not exist. */
  Future<Account> read(String userId, Deadline deadline);

  /**
   * Succeeds if no text identifies two accounts: the user name is not the e-mail address of another
   * account, and the e-mail address is not the user name of one. Several accounts may have one
   * e-mail address, if the provider allows it.
   *
   * @param username null if it stays
   * @param email null if there is none or it stays
   * @param userId the account that gets the values; null for a new one
   * @param named the pointers to the values in the entity
   * @return fails with CONFLICT, naming the value
   */
  Future<Void> requireDistinct(
      String username, String email, String userId, OwnershipAttribute named, Deadline deadline);

  /**
   * Gives an account these values; its other data stay. Succeeds if the account no longer exists.
   *
   * @param named the pointers to the values in the entity
   * @return fails with CONFLICT if another account has the user name or, where the provider allows
   *     no address twice, the e-mail address, or if the provider lets no user name change; with
   *     INVALID, naming the value, if it refuses the data; with UNAVAILABLE if it cannot be reached
   *     in time
   */
  Future<Void> change(Account account, OwnershipAttribute named, Deadline deadline);

  /** Deletes a user; succeeds if the user no longer exists. */
  Future<Void> remove(String userId, Deadline deadline);

  /**
   * Deletes the user of this name if it was created for this entity.
   *
   * @return true if the user was deleted, or the name belongs to a user created otherwise; false if
   *     no user has the name yet, because a creation whose request has timed out may still be in
   *     progress
   */
  Future<Boolean> removeIfCreatedFor(UUID entity, String username, Deadline deadline);

  /** Returns the failure if a value is the user name or e-mail address of another account. */
  static FailureException ofAnother(String pointer) {
    String message =
        "The value at %s is the user name or e-mail address of another account; send another one."
            .formatted(pointer);
    return OwnerConflict.of("registry.owner.taken", pointer, message);
  }

  /**
   * Returns the failure if the user name by which an entity would be handed over is that of an
   * account that exists.
   */
  static FailureException ofAccount(String pointer, Account account) {
    String message =
        ("The value at %s is the user name of the account %s. To give the entity to this account,"
                + " send its id: \"osOwner\": [\"%s\"].")
            .formatted(pointer, account.userId(), account.userId());
    return OwnerConflict.of("registry.owner.taken", pointer, message);
  }

  /**
   * @param username the login name
   * @param email the e-mail address, or null
   * @param mobile the mobile number, or null
   * @param password the initial password, null for the configured default
   * @param type the type of the entity that the user owns
   * @param named the pointers to these values in the entity
   */
  record NewUser(
      String username,
      String email,
      String mobile,
      String password,
      String type,
      OwnershipAttribute named) {

    /**
     * Returns the failure if an account of this name exists, and the caller is neither its user nor
     * an admin.
     */
    public FailureException taken() {
      String message =
          "An account with this user name or e-mail address exists already. Its user or an admin"
              + " may name it here, by its user name; others name another one.";
      return OwnerConflict.of("registry.owner.taken", named.userId(), message);
    }

    /** Contains neither the password nor personal data. */
    @Override
    public String toString() {
      return "NewUser[" + type + "]";
    }
  }

  /**
   * The data of an account that an entity may name.
   *
   * @param userId the identity provider's id
   * @param username the login name
   * @param email the e-mail address, or null
   * @param emailVerified whether the user has shown that the address is theirs
   * @param mobile the mobile number, or null
   */
  record Account(
      String userId, String username, String email, boolean emailVerified, String mobile) {

    public Account withUsername(String other) {
      return AccountText.folded(username).equals(AccountText.folded(other))
          ? this
          : new Account(userId, other, email, emailVerified, mobile);
    }

    /** Returns the account with another address, which is not verified. */
    public Account withEmail(String other) {
      boolean same = email == null ? other == null : email.equalsIgnoreCase(other);
      return same ? this : new Account(userId, username, other, false, mobile);
    }

    /** Returns the user names and e-mail addresses, folded, that only one of two accounts has. */
    Set<String> differingNames(Account other) {
      Set<String> names = new HashSet<>(this.names());
      Set<String> others = new HashSet<>(other.names());
      Set<String> common = new HashSet<>(names);
      common.retainAll(others);
      names.addAll(others);
      names.removeAll(common);
      return names;
    }

    private List<String> names() {
      return Stream.of(username, email).filter(Objects::nonNull).map(AccountText::folded).toList();
    }

    public Account withMobile(String other) {
      return new Account(userId, username, email, emailVerified, other);
    }

    /** Contains no personal data. */
    @Override
    public String toString() {
      return "Account[" + userId + "]";
    }
  }

  /**
   * @param userId the identity provider's id
   * @param created whether this call created it
   * @param madeFor the entity that the user was created for, null if no registry created the user
   * @param withoutPassword whether the user gets a mail for setting a password once the entity is
   *     stored
   */
  record ProvidedUser(String userId, boolean created, UUID madeFor, boolean withoutPassword) {}
}
