package org.attestry.registry.domain.owners;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * The pending steps between the database and the identity provider, so that any replica can
 * complete or undo what another one began.
 */
public interface ProvisionStore {

  /**
   * Records the users that are about to be created for an entity that is not stored yet.
   *
   * @return false when another sending of the same call has begun, or has stored the entity
   */
  Future<Boolean> begin(UUID entity, List<String> usernames, Duration hold);

  /** Whether users of this entity may still be removed. */
  Future<Boolean> isUnderWay(UUID entity);

  /**
   * Records that the entity will not be stored; from now on it cannot be.
   *
   * @return the names of the users to remove; none when the entity has been stored
   */
  Future<List<String>> undo(UUID entity);

  /** Records that the user of this name was removed, or never existed. */
  Future<Void> undone(UUID entity, String username);

  /** Whether any of the {@code take} methods may yield something. */
  Future<Boolean> isAnyDue();

  /**
   * Users of entities that were not stored in time, each for one caller at a time; from now on
   * those entities cannot be stored.
   */
  Future<List<Provision>> takeLapsed(int most);

  /** Accounts that should have been linked by now, each for one caller at a time. */
  Future<List<Link>> takeDueLinks(int most);

  /** Records that the account has its role. */
  Future<Void> linked(UUID entity, String userId);

  /** Records that the mail was sent, or is not needed. */
  Future<Void> passwordRequested(UUID entity, String userId);

  /**
   * Users whose mail for setting a password is due, each for one caller at a time; the pause before
   * the next retry grows.
   */
  Future<List<Request>> takeDueRequests(int most);

  /**
   * Owners of deleted entities who may lose a role, each for one caller at a time; none whose link
   * to that role is pending.
   */
  Future<List<Release>> takeDueReleases(int most);

  /**
   * Notes that the role may be taken already, so that a user who owns another entity gets it back.
   */
  Future<Void> taking(UUID entity, String userId);

  /** Records that the owner has the role only if entitled to it. */
  Future<Void> released(UUID entity, String userId);

  /** A user who gets a mail for setting a password. */
  record Request(UUID entity, String userId) {}

  /**
   * An owner of a deleted entity.
   *
   * @param taking whether the role may have been taken already
   */
  record Release(UUID entity, String userId, String type, boolean taking) {}

  /**
   * @param settled whether so much time has passed that no request creates the user any more
   */
  record Provision(UUID entity, String username, boolean settled) {}

  /** An account that is to have the role of a type, because it owns the entity. */
  record Link(UUID entity, String userId, String type) {}
}
