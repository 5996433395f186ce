package org.attestry.registry.domain.owners;

import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.contracts.Deadline;

/** The identity provider's users. User names are matched whole, never by a part or by likeness. */
public interface UserDirectory {

  /**
   * Finds the user, or makes one that holds the realm role named as the type, carries the type in
   * its {@code entity} attribute, and the entity in its {@code attestry_entity} attribute. One that
   * is found stays as it is.
   *
   * @return fails CONFLICT when the data belong to another account, INVALID when the provider
   *     refuses them, UNAVAILABLE when it cannot be reached in time
   */
  Future<ProvidedUser> provide(NewUser user, UUID entity, Deadline deadline);

  /**
   * Gives an account the role named as the type, and the type in its {@code entity} attribute; what
   * it has already it keeps. An account that is gone needs nothing.
   */
  Future<Void> link(String userId, String type, Deadline deadline);

  /** Deletes a user; one that is gone already is fine. */
  Future<Void> remove(String userId, Deadline deadline);

  /**
   * Deletes the user of this name if it was made for this entity.
   *
   * @return true when it is gone, or the name is another one's; false when nobody has the name yet:
   *     a creation that nobody waits for any more may still be under way
   */
  Future<Boolean> removeMadeFor(UUID entity, String username, Deadline deadline);

  /**
   * @param username what the user logs in with
   * @param email or null
   * @param mobile or null
   * @param password the first password, null for the configured default
   * @param type the entity type that the user owns an entity of
   */
  record NewUser(String username, String email, String mobile, String password, String type) {

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
   */
  record ProvidedUser(String userId, boolean created, UUID madeFor) {}
}
