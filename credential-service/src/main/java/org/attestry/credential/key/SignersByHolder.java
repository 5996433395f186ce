package org.attestry.credential.key;

import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.credential.call.CryptoWorkers;

/**
 * Lets the holder of each key sign with it. One holder makes new keys; the keys of others sign
 * until they are rotated.
 */
public final class SignersByHolder implements Signer {

  private final KeyHolder newKeys;
  private final Map<KeyHolder, Signer> signers;

  /**
   * @param newKeys the holder of new keys
   * @param signers the configured holders, {@code newKeys} among them
   */
  public SignersByHolder(KeyHolder newKeys, Map<KeyHolder, Signer> signers) {
    this.newKeys = newKeys;
    this.signers = Map.copyOf(signers);
  }

  @Override
  public Future<StoredKey> make(
      String verificationMethod, String issuer, KeyType type, Deadline deadline) {
    return signers.get(newKeys).make(verificationMethod, issuer, type, deadline);
  }

  @Override
  public Future<byte[]> sign(
      StoredKey key, SignatureAlgorithm algorithm, byte[] input, Deadline deadline) {
    return holder(key, signer -> signer.sign(key, algorithm, input, deadline));
  }

  @Override
  public <T> Future<T> sign(
      StoredKey key, Callable<Prepared<T>> preparation, CryptoWorkers compute, Deadline deadline) {
    return holder(key, signer -> signer.sign(key, preparation, compute, deadline));
  }

  private <T> Future<T> holder(StoredKey key, Function<Signer, Future<T>> signing) {
    Signer signer = signers.get(key.privatePart().heldBy());
    return signer == null
        ? Future.failedFuture(
            FailureException.unavailable(
                "credential.signer.unavailable",
                "The key of this issuer is held where this deployment does not sign."))
        : signing.apply(signer);
  }
}
