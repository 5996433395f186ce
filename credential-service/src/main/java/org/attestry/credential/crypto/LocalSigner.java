package org.attestry.credential.crypto;

import io.vertx.core.Future;
import java.security.PrivateKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.StoredKey;

/** Signs with keys of the database. Opened keys are cached. Used on one event loop. */
public final class LocalSigner implements Signer {

  private static final int MOST_KEPT = 1_000;

  /**
   * The deadline of opening a key. Several calls may wait for it, so it does not use the deadline
   * of one.
   */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final SealedKeys keys;
  private final CryptoWorkers openers;
  private final CryptoWorkers signers;
  private final Map<StoredKey, Future<PrivateKey>> opened = new HashMap<>();

  /**
   * @param openers make and open keys
   * @param signers sign
   */
  public LocalSigner(SealedKeys keys, CryptoWorkers openers, CryptoWorkers signers) {
    this.keys = keys;
    this.openers = openers;
    this.signers = signers;
  }

  @Override
  public Future<StoredKey> make(
      String verificationMethod, String issuer, KeyType type, Deadline deadline) {
    return openers.run(deadline, () -> keys.make(verificationMethod, issuer, type));
  }

  @Override
  public Future<byte[]> sign(
      StoredKey key, SignatureAlgorithm algorithm, byte[] input, Deadline deadline) {
    return open(key)
        .compose(opened -> signers.run(deadline, () -> Signatures.sign(algorithm, opened, input)));
  }

  /** Opens the key and signs in one task, because each change of threads takes time. */
  @Override
  public <T> Future<T> sign(
      StoredKey key, Callable<Prepared<T>> preparation, CryptoWorkers compute, Deadline deadline) {
    return open(key)
        .compose(opened -> compute.run(deadline, () -> signed(opened, preparation.call())));
  }

  private static <T> T signed(PrivateKey key, Prepared<T> prepared) {
    return prepared.completed().apply(Signatures.sign(prepared.algorithm(), key, prepared.input()));
  }

  private Future<PrivateKey> open(StoredKey key) {
    if (opened.size() >= MOST_KEPT) {
      opened.clear();
    }
    return opened.computeIfAbsent(
        key,
        absent ->
            openers
                .run(Deadline.in(LONGEST), () -> keys.open(key))
                .onFailure(failed -> opened.remove(key)));
  }
}
