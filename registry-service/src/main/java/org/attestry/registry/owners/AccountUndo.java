package org.attestry.registry.owners;

import io.vertx.core.Future;
import java.time.Duration;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.owners.PgAccountNotes.AccountNote;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives accounts their former data back. */
record AccountUndo(UserDirectory directory, PgAccountNotes notes) {

  private static final Logger LOG = LoggerFactory.getLogger(AccountUndo.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final OwnershipAttribute NO_POINTERS =
      new OwnershipAttribute("", null, null, null);

  /**
   * Undoes a change that is marked as one to undo. Can be repeated.
   *
   * @param settled whether no request can still change the account; otherwise it is undone again
   *     later
   */
  Future<Void> undo(AccountNote note, boolean settled) {
    return note.former() == null
        ? notes.undone(note.change())
        : directory
            .change(note.former(), NO_POINTERS, Deadline.in(TIMEOUT))
            .recover(cause -> isRefused(cause) ? given() : Future.failedFuture(cause))
            .compose(done -> settled ? notes.undone(note.change()) : Future.succeededFuture());
  }

  /** Whether the provider refuses the former data, because another account has them by now. */
  private static boolean isRefused(Throwable cause) {
    return FailureException.isOf(cause, FailureKind.CONFLICT, FailureKind.INVALID);
  }

  private static Future<Void> given() {
    LOG.error("an account cannot have its former data again, because another one has them");
    return Future.succeededFuture();
  }
}
