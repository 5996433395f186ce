package org.attestry.credential.status;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import org.attestry.credential.status.PgStatusStore.Reserved;

/**
 * Gives each new credential an entry of the status lists of its issuer and suite. Entries are
 * reserved in blocks; a process that ends leaves the rest of its block unused. Used on one event
 * loop.
 */
public final class StatusAllocation {

  /** The size of a block, of which a process that ends leaves entries unused. */
  private static final int BLOCK = 64;

  private final PgStatusStore store;
  private final Map<ListOf, Future<Block>> blocks = new HashMap<>();

  public StatusAllocation(PgStatusStore store) {
    this.store = store;
  }

  /**
   * @param issuer a registered one, because lists are made for it
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
