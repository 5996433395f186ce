package org.attestry.registry.domain.owners;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * What is under way between the database and the identity provider, so that whatever ends in
 * between can be completed or taken back by any replica.
 */
public interface ProvisionStore {

  /**
   * Before users are made for an entity that is not stored yet.
   *
   * @return false where another replica makes them, for the same call
   */
  Future<Boolean> begin(UUID entity, List<String> usernames, Duration hold);

  /** Whether users of this entity may still be taken back. */
  Future<Boolean> isUnderWay(UUID entity);

  /**
   * The entity will not be stored: from now on it cannot be.
   *
   * @return the user names whose users are to be taken back; none when it has been stored
   */
  Future<List<String>> undo(UUID entity);

  /** The user of this name was taken back, or never was. */
  Future<Void> undone(UUID entity, String username);

  /**
   * Users of entities that were not stored in time, each for one caller at a time; from now on
   * those entities cannot be stored.
   */
  Future<List<Provision>> takeLapsed(int most);

  /** Accounts that should have been linked by now, each for one caller at a time. */
  Future<List<Link>> takeDueLinks(int most);

  /** The account has its role. */
  Future<Void> linked(UUID entity, String userId);

  /** The user was asked for a password, or need not be. */
  Future<Void> askedForPassword(UUID entity, String userId);

  /**
   * Users who should have been asked for a password by now, each for one caller at a time; one who
   * could not be asked comes again after a pause that grows.
   */
  Future<List<Request>> takeDueRequests(int most);

  /**
   * Owners of deleted entities who may have to lose a role, each for one caller at a time; none
   * whose account is still to get that role.
   */
  Future<List<Release>> takeDueReleases(int most);

  /**
   * Notes that the role may be taken already, so that a user who owns another entity gets it back.
   */
  Future<Void> taking(UUID entity, String userId);

  /** The owner has the role or not, as it should be. */
  Future<Void> released(UUID entity, String userId);

  /** A user who is to be asked for a password. */
  record Request(UUID entity, String userId) {}

  /**
   * An owner of a deleted entity.
   *
   * @param taking whether the role may have been taken already
   */
  record Release(UUID entity, String userId, String type, boolean taking) {}

  /**
   * @param settled whether so much time has passed that nobody makes the user any more
   */
  record Provision(UUID entity, String username, boolean settled) {}

  /** An account that is to have the role of a type, because it owns the entity. */
  record Link(UUID entity, String userId, String type) {}
}
