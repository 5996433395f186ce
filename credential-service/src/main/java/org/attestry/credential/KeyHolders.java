package org.attestry.credential;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.EnumMap;
import java.util.Map;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.crypto.LocalSigner;
import org.attestry.credential.crypto.SealedKeys;
import org.attestry.credential.key.KeyHolder;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.SignersByHolder;
import org.attestry.credential.pkcs11.Pkcs11Signer;
import org.attestry.credential.pkcs11.Pkcs11Token;
import org.attestry.credential.vault.VaultSigner;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.service.Shutdown;

/**
 * Opens the configured holders of keys: always the database, and a token and Vault if they are set.
 */
public record KeyHolders(
    Vertx vertx, CredentialConfig config, Shutdown shutdown, MeterRegistry meters) {

  private static final int TOKEN_QUEUE_PER_THREAD = 32;

  /**
   * @param openers run the generation and opening of keys of the database
   * @param signers run signatures with these keys
   * @return fails when the library of the token cannot be loaded
   */
  public Future<Signer> open(SealedKeys sealed, CryptoWorkers openers, CryptoWorkers signers) {
    Map<KeyHolder, Signer> held = new EnumMap<>(KeyHolder.class);
    held.put(KeyHolder.DATABASE, new LocalSigner(sealed, openers, signers));
    if (config.vault().isSet()) {
      VaultSigner vault = new VaultSigner(vertx, config.vault(), signers, sealed);
      shutdown.then(vault::close);
      held.put(KeyHolder.VAULT, vault);
    }
    Future<Signer> token =
        config.pkcs11().isSet()
            ? token(sealed).onSuccess(opened -> held.put(KeyHolder.PKCS11, opened))
            : Future.succeededFuture();
    return token.map(opened -> new SignersByHolder(config.keys().heldBy(), held));
  }

  private Future<Signer> token(SealedKeys keys) {
    CredentialConfig.Pkcs11 settings = config.pkcs11();
    int queue = settings.threads() * TOKEN_QUEUE_PER_THREAD;
    Workers workers = new Workers(vertx, "credential-token", settings.threads(), queue, meters);
    shutdown.then(workers::close);
    return workers
        .run(() -> new Pkcs11Token(settings.library(), settings.slot(), settings.pin().value()))
        .map(token -> new Pkcs11Signer(token, workers::run, settings.timeout(), keys));
  }
}
