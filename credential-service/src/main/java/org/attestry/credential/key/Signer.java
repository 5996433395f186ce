package org.attestry.credential.key;

import io.vertx.core.Future;
import java.util.concurrent.Callable;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CryptoWorkers;

/** Makes keys, and signs with those that it holds. */
public interface Signer {

  /** The pointer to the type of the key in a failure of {@link #make}. */
  String KEY_TYPE = "/keyType";

  /**
   * Makes a new key in state ACTIVE, which the caller must store. Fails UNAVAILABLE if the holder
   * of keys is unavailable, INVALID at {@link #KEY_TYPE} for a type that it does not make, with
   * {@link KeyNameTaken} if the holder has another key of this name.
   */
  Future<StoredKey> make(String verificationMethod, String issuer, KeyType type, Deadline deadline);

  /**
   * Signs with the private part of a key.
   *
   * @param key that this signer holds
   * @param algorithm for the key's type
   * @param input the signing input, before any digest
   * @return the raw signature; fails UNAVAILABLE if the holder of the key is unavailable or
   *     refuses, TIMEOUT after the deadline
   */
  Future<byte[]> sign(StoredKey key, SignatureAlgorithm algorithm, byte[] input, Deadline deadline);

  /**
   * Prepares something, signs it and completes it.
   *
   * @param key that this signer holds
   * @param compute runs work that takes CPU time
   * @return fails as {@link #sign(StoredKey, SignatureAlgorithm, byte[], Deadline)} does, and with
   *     the exception of the preparation
   */
  default <T> Future<T> sign(
      StoredKey key, Callable<Prepared<T>> preparation, CryptoWorkers compute, Deadline deadline) {
    return compute
        .run(deadline, preparation)
        .compose(
            prepared ->
                sign(key, prepared.algorithm(), prepared.input(), deadline)
                    .map(prepared.completed()));
  }
}
