package org.attestry.credential.pkcs11;

import io.vertx.core.Future;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.ProviderException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.KeyHolder;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.KeyVault;
import org.attestry.credential.key.PrivatePart;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.StoredKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs with keys in a PKCS #11 token, which never leave it. The token is used on threads of its
 * own. A call that is not answered in time fails; its thread becomes free when the token replies.
 */
public final class Pkcs11Signer implements Signer {

  private static final Logger LOG = LoggerFactory.getLogger(Pkcs11Signer.class);

  private final Pkcs11Token token;
  private final CryptoWorkers workers;
  private final Duration timeout;
  private final KeyVault keys;

  /**
   * @param workers the threads that call the token
   * @param timeout of a call, with the time that it waits for a thread
   */
  public Pkcs11Signer(Pkcs11Token token, CryptoWorkers workers, Duration timeout, KeyVault keys) {
    this.token = token;
    this.workers = workers;
    this.timeout = timeout;
    this.keys = keys;
  }

  @Override
  public Future<StoredKey> make(
      String verificationMethod, String issuer, KeyType type, Deadline deadline) {
    if (type == KeyType.ED25519) {
      return Future.failedFuture(
          FailureException.invalid(
              "credential.key.invalid",
              KEY_TYPE,
              "type",
              "The token makes keys of the types RSA and P256 alone."));
    }
    return called(
        deadline,
        () -> {
          Pkcs11Token.Made made = token.make(type);
          return keys.held(
              verificationMethod,
              issuer,
              made.publicKey().getEncoded(),
              PrivatePart.heldBy(KeyHolder.PKCS11, made.label()));
        });
  }

  @Override
  public Future<byte[]> sign(
      StoredKey key, SignatureAlgorithm algorithm, byte[] input, Deadline deadline) {
    return called(
        deadline,
        () -> {
          PrivateKey held = token.key(key.privatePart().reference());
          byte[] signature = token.sign(algorithm, held, input);
          if (!keys.verifies(key, algorithm, input, signature)) {
            throw new GeneralSecurityException("the token's signature does not verify");
          }
          return signature;
        });
  }

  private <T> Future<T> called(Deadline deadline, Callable<T> work) {
    Deadline sooner = deadline.orSooner(timeout);
    return workers
        .run(sooner, work)
        .timeout(
            Math.max(1, sooner.remaining().toMillis()), java.util.concurrent.TimeUnit.MILLISECONDS)
        .recover(cause -> Future.failedFuture(unavailable(cause)));
  }

  private Throwable unavailable(Throwable cause) {
    if (cause instanceof FailureException) {
      return cause;
    }
    if (cause instanceof GeneralSecurityException || cause instanceof ProviderException) {
      token.forget();
    }
    LOG.atWarn().addKeyValue("reason", String.valueOf(cause)).log("the token does not sign");
    return FailureException.unavailable(
        "credential.signer.unavailable",
        "The signer is not available; nothing was signed. Try again shortly.");
  }
}
