package org.attestry.registry.domain.owners;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The pending steps between the database and the identity provider, which any replica can complete
 * or undo, whichever replica began them.
 */
public interface ProvisionStore {

  /**
   * Records the users that are about to be created for an entity that is not stored yet.
   *
   * @param usernames the user names, folded
   * @return false if another attempt of the same call has begun, or has stored the entity
   */
  Future<Boolean> begin(UUID entity, List<String> usernames, Duration hold);

  /**
   * Records the users that are about to be created for a row of an import, or keeps the record of
   * those that an earlier request has created for it. Records nothing for a row that is done: its
   * users may be owners by now.
   *
   * @param usernames the user names, folded
   */
  Future<Hold> hold(RowAccounts row, List<String> usernames, Duration hold);

  /** Whether users of this entity may still be removed. */
  Future<Boolean> isUnderWay(UUID entity);

  /** Whether users of one of these names, folded, may still be created or removed. */
  Future<Boolean> isAnyUnderWay(Set<String> usernames);

  /**
   * Records that the entity will not be stored; after that, it cannot be stored.
   *
   * @return the names of the users to remove; none if the entity has been stored
   */
  Future<List<String>> undo(UUID entity);

  /** Records that the user of this name was removed, or never existed. */
  Future<Void> undone(UUID entity, String username);

  /** Whether any of the {@code take} methods may return something. */
  Future<Boolean> isAnyDue();

  /**
   * Leases users of entities that were not stored in time, each to one caller at a time. After
   * that, those entities cannot be stored.
   */
  Future<List<Provision>> takeLapsed(int most);

  /** Leases accounts that should have been linked by now, each to one caller at a time. */
  Future<List<Link>> takeDueLinks(int most);

  /** Records that the account has its role. */
  Future<Void> linked(UUID entity, String userId);

  /** Records that the mail was sent, or is not needed. */
  Future<Void> passwordRequested(UUID entity, String userId);

  /**
   * Leases users whose mail for setting a password is due, each to one caller at a time. The pause
   * before the next retry grows.
   */
  Future<List<Request>> takeDueRequests(int most);

  /**
   * Leases owners of deleted entities who may lose a role, each to one caller at a time. Owners
   * whose link to that role is pending are left out.
   */
  Future<List<Release>> takeDueReleases(int most);

  /**
   * Records that the role may already have been removed, so that a user who owns another entity
   * gets it back.
   */
  Future<Void> taking(UUID entity, String userId);

  /** Records that the owner's role has been checked: the owner has it only if entitled to it. */
  Future<Void> released(UUID entity, String userId);

  /** What became of the record of a row's users. */
  enum Hold {
    /** The users are recorded. */
    HELD,
    /** Users of the row are being removed. */
    UNDOING,
    /** The import is past the row, or is gone. */
    OVERTAKEN
  }

  /** A user who gets a mail for setting a password. */
  record Request(UUID entity, String userId) {}

  /**
   * An owner of a deleted entity.
   *
   * @param taking whether the role may already have been removed
   */
  record Release(UUID entity, String userId, String type, boolean taking) {}

  /**
   * @param settled whether so much time has passed that no request can still create the user
   */
  record Provision(UUID entity, String username, boolean settled) {}

  /** An account that is to have the role of a type, because it owns the entity. */
  record Link(UUID entity, String userId, String type) {}
}
