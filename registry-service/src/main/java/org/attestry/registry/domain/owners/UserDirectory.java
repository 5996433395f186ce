package org.attestry.registry.domain.owners;

import io.vertx.core.Future;
import org.attestry.contracts.Deadline;

/** The identity provider's users. */
public interface UserDirectory {

  /**
   * Sees to it that the user exists, holds the realm role named as the type and carries the type in
   * its {@code entity} attribute. Names are matched whole.
   *
   * @param mayLink whether an account that exists already may be used
   * @return fails CONFLICT when the account exists and may not be used, INVALID when the provider
   *     refuses the user's data, UNAVAILABLE when it cannot be reached in time; then nothing that
   *     this call made is left
   */
  Future<ProvidedUser> provide(NewUser user, boolean mayLink, Deadline deadline);

  /** Deletes a user that {@link #provide} created. */
  Future<Void> remove(String userId, Deadline deadline);

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
   */
  record ProvidedUser(String userId, boolean created) {}
}
