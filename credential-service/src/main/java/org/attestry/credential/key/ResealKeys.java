package org.attestry.credential.key;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CryptoWorkers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seals keys with the current master key instead of the previous one. Each key is changed
 * separately, and only if it has not changed since it was read. So the next run completes an
 * interrupted one, and several replicas may run at the same time.
 */
public record ResealKeys(PgKeyStore store, KeyVault vault, CryptoWorkers compute) {

  private static final Logger LOG = LoggerFactory.getLogger(ResealKeys.class);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Fails if a key opens with neither of the two master keys, after all others are sealed. */
  public Future<Void> run() {
    return store.sealedKeys().compose(this::all);
  }

  private Future<Void> all(List<StoredKey> keys) {
    Future<Integer> sealed = Future.succeededFuture(0);
    Future<Void> failed = Future.succeededFuture();
    for (StoredKey key : keys) {
      Future<Boolean> one = sealed.compose(before -> reseal(key));
      sealed = sealed.compose(n -> one.map(changed -> changed ? n + 1 : n).otherwise(n));
      failed = failed.compose(ok -> one.mapEmpty());
    }
    Future<Void> outcome = failed;
    return sealed
        .onSuccess(n -> LOG.atInfo().addKeyValue("keys", n).log("sealed with the new master key"))
        .compose(n -> outcome);
  }

  private Future<Boolean> reseal(StoredKey key) {
    return compute
        .run(Deadline.in(LONGEST), () -> vault.sealedAgain(key))
        .compose(
            again ->
                again.isEmpty()
                    ? Future.succeededFuture(false)
                    : store.reseal(key, again.get()).map(true));
  }
}
