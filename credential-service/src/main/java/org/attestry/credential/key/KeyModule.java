package org.attestry.credential.key;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.credential.CredentialConfig;
import org.attestry.credential.KeyHolders;
import org.attestry.credential.Resources;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.crypto.SealedKeys;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.suite.ProofSuites;
import org.attestry.runtime.async.Retry;
import org.attestry.runtime.config.SettingsException;
import org.attestry.runtime.postgres.PgErrors;
import org.attestry.runtime.service.Shutdown;

/** The keys, and what credentials are signed and verified with. */
public record KeyModule(
    Resources resources,
    Issuers issuers,
    BundledContexts bundled,
    Proofs proofs,
    PgKeyStore store,
    KeyVault vault,
    Signer signer,
    KeyRing ring) {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /**
   * @param shutdown closes what holds the keys
   */
  public static Future<KeyModule> open(Resources resources, Shutdown shutdown) {
    CredentialConfig config = resources.config();
    SealedKeys vault = new SealedKeys(config.masterKeys(), resources.clock());
    PgKeyStore store = new PgKeyStore(resources.database());
    BundledContexts bundled = BundledContexts.load();
    Proofs proofs = proofs(config, bundled);
    Issuers issuers = config.issuers();
    Function<Duration, Future<?>> timer = time -> resources.vertx().timer(time.toMillis());
    CryptoWorkers opening = resources.opening();
    return new KeyHolders(resources.vertx(), config, shutdown, resources.meters())
        .open(vault, opening, resources.signing())
        .map(
            signer ->
                new KeyModule(
                    resources,
                    issuers,
                    bundled,
                    proofs,
                    store,
                    vault,
                    signer,
                    new KeyRing(store, timer, vault, signer, opening, issuers)));
  }

  private static Proofs proofs(CredentialConfig config, BundledContexts bundled) {
    Canonicalizer canonicalizer = new Canonicalizer(bundled);
    try {
      return new ProofSuites(
          canonicalizer,
          ProofSuites.all(canonicalizer, config.signer().algorithm()),
          config.proofSuite(),
          config.undefinedTerms(),
          config.publicBase());
    } catch (IllegalArgumentException e) {
      throw new SettingsException(List.of("PROOF_SUITE: " + e.getMessage()));
    }
  }

  /** The type of the keys that sign where a template names no suite. */
  public KeyType type() {
    return proofs.suite().keyType();
  }

  /** Waits for what holds the keys, if the default issuer has none yet. */
  public Future<Void> start() {
    resources.service().health().check("signing-key", () -> ring.isReady(type()));
    return resources
        .database()
        .retryUntilUp(this::reseal)
        .compose(
            resealed ->
                Retry.every(resources.vertx(), PAUSE)
                    .when(KeyModule::isTransient)
                    .run(() -> ring.start(type())));
  }

  private static boolean isTransient(Throwable cause) {
    return PgErrors.isOutage(cause) || FailureException.isOf(cause, FailureKind.UNAVAILABLE);
  }

  private Future<Void> reseal() {
    return resources.config().hasPreviousMasterKey()
        ? new ResealKeys(store, vault, resources.opening()).run()
        : Future.succeededFuture();
  }
}
