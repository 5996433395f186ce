package org.attestry.credential.status;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import org.attestry.credential.status.PgStatusStore.Reserved;

/**
 * Gives each new credential an entry of its issuer's status lists for credentials of its suite.
 * Entries are reserved by the block; those of a block that a process did not use when it ended stay
 * unused. Used on one event loop.
 */
public final class StatusAllocation {

  /** A process that ends leaves so many entries of 131,072 unused at the most. */
  private static final int BLOCK = 64;

  private final PgStatusStore store;
  private final Map<ListOf, Future<Block>> blocks = new HashMap<>();

  public StatusAllocation(PgStatusStore store) {
    this.store = store;
  }

  /**
   * @param issuer registered: lists are made for it
   * @param suite of the credential, which also secures the list
   */
  public Future<StatusPlace> next(String issuer, String suite) {
    ListOf list = new ListOf(issuer, suite);
    Future<Block> block = blocks.get(list);
    if (block == null || block.failed() || block.succeeded() && block.result().used == BLOCK) {
      block = store.reserve(issuer, suite, BLOCK).map(reserved -> new Block(issuer, reserved));
      blocks.put(list, block);
    }
    return block.compose(
        open -> open.used < BLOCK ? Future.succeededFuture(open.next()) : next(issuer, suite));
  }

  private record ListOf(String issuer, String suite) {}

  private static final class Block {

    private final String issuer;
    private final Reserved reserved;
    private final IndexPermutation permutation;
    private int used;

    Block(String issuer, Reserved reserved) {
      this.issuer = issuer;
      this.reserved = reserved;
      this.permutation = new IndexPermutation(reserved.key());
    }

    StatusPlace next() {
      int index = permutation.indexOf(reserved.first() + used++);
      return new StatusPlace(issuer, reserved.list(), index);
    }
  }
}
