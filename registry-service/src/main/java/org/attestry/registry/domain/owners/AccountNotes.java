package org.attestry.registry.domain.owners;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.attestry.registry.domain.owners.UserDirectory.Account;

/**
 * The changes of accounts that go with a change of an entity that is not stored yet. Any replica
 * can undo them, whichever replica began them. An account has one at a time.
 */
public interface AccountNotes {

  /**
   * Records that an account is about to be changed.
   *
   * @return false if another change of the account is not finished
   */
  Future<Boolean> begin(UUID change, String userId, Duration hold);

  /**
   * Records what the account had before the change.
   *
   * @param names the user names and e-mail addresses that the change takes or frees, folded
   * @return false if the change is being undone; then the account must not be changed
   */
  Future<Boolean> keep(UUID change, Account former, Set<String> names);

  /**
   * Whether a change takes or frees one of these names and is not finished. Who then makes or
   * renames an account could get a name that another account gets back.
   *
   * @param own the change that is not meant, or null
   */
  Future<Boolean> isUnderWay(Set<String> names, UUID own);

  /**
   * Records that the entity will not be stored; after that, it cannot be stored.
   *
   * @return the change to undo; none if the entity has been stored
   */
  Future<List<AccountNote>> undo(UUID change);

  /** Records that the account has its former data. */
  Future<Void> undone(UUID change);

  /**
   * Leases changes of entities that were not stored in time, each to one caller at a time. After
   * that, those entities cannot be stored.
   */
  Future<List<AccountNote>> takeLapsed(int most);

  /**
   * A change to undo.
   *
   * @param former what the account had, null if it was not changed
   * @param settled whether so much time has passed that no request can still change the account
   */
  record AccountNote(UUID change, Account former, boolean settled) {}
}
