package org.attestry.credential.issuer;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyVault;
import org.attestry.credential.key.PgKeyStore;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.key.VerificationKey;

/**
 * Finds the keys that proofs name: keys that are stored here, and keys of trusted issuers
 * elsewhere. Nothing is fetched for an issuer that is not trusted, nor for a holder from an origin
 * that is not allowed. Parsed keys are cached. A cached key is never trusted alone: {@link
 * org.attestry.credential.stored.PgCredentialStore#find} reads its state for each verification.
 * Used on one event loop.
 */
public final class VerificationKeys {

  private static final String UNKNOWN = "issuer.unknown";
  private static final int LONGEST_METHOD = 1_000;
  private static final long CHECKED_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int MOST_KEPT = 1_000;

  /** Several calls may wait for a key, so it does not use the deadline of one. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final PgKeyStore store;
  private final KeyVault vault;
  private final CryptoWorkers compute;
  private final ForeignKeys foreign;
  private final Set<String> trusted;
  private final Map<String, Checked> checked = new HashMap<>();
  private final Map<StoredKey, Future<Optional<VerificationKey>>> parsed = new HashMap<>();

  /**
   * @param trusted the DIDs of accepted issuers elsewhere
   */
  public VerificationKeys(
      PgKeyStore store,
      KeyVault vault,
      CryptoWorkers compute,
      ForeignKeys foreign,
      Set<String> trusted) {
    this.store = store;
    this.vault = vault;
    this.compute = compute;
    this.foreign = foreign;
    this.trusted = Set.copyOf(trusted);
  }

  public Future<FoundKey> find(String verificationMethod, Deadline deadline) {
    if (verificationMethod.isEmpty() || verificationMethod.length() > LONGEST_METHOD) {
      return Future.succeededFuture(FoundKey.unknown(UNKNOWN));
    }
    return stored(verificationMethod)
        .compose(
            stored ->
                stored.isPresent()
                    ? Future.succeededFuture(FoundKey.of(stored.get()))
                    : elsewhere(verificationMethod, deadline));
  }

  /**
   * Finds the key of a holder in its DID (did:key) or in the DID's document (did:web). Holders need
   * not be trusted, because their proof says only that the presentation is theirs. A key that is
   * revoked here is revoked for holders, too.
   */
  public Future<FoundKey> ofHolder(String verificationMethod, Deadline deadline) {
    Optional<String> did =
        verificationMethod.length() > LONGEST_METHOD ? Optional.empty() : did(verificationMethod);
    return did.isPresent()
        ? foreign
            .find(verificationMethod, KeyPurpose.AUTHENTICATION, deadline)
            .compose(this::asKeptHere)
        : Future.succeededFuture(FoundKey.unknown("holder.unsupported"));
  }

  /** A key counts as revoked if the same public key is revoked here under any name. */
  public Future<FoundKey> asKeptHere(FoundKey found) {
    return found.key() == null
        ? Future.succeededFuture(found)
        : isRevoked(found.key().publicKeyPem())
            .map(revoked -> revoked ? FoundKey.of(found.key().revoked()) : found);
  }

  /** Says whether a public key is revoked here, under any name and of any issuer. */
  public Future<Boolean> isRevoked(String publicKeyPem) {
    return store.isRevoked(publicKeyPem);
  }

  /** Returns a key that is stored here. An unknown key may be made at any time: it is not kept. */
  private Future<Optional<VerificationKey>> stored(String verificationMethod) {
    long now = System.nanoTime();
    Checked last = checked.get(verificationMethod);
    if (last != null && last.until() - now > 0) {
      return last.key();
    }
    if (checked.size() >= MOST_KEPT) {
      checked.clear();
    }
    Checked read = new Checked(read(verificationMethod), now + CHECKED_NANOS);
    checked.put(verificationMethod, read);
    return read.key()
        .onComplete(
            done -> {
              if (done.failed() || done.result().isEmpty()) {
                checked.remove(verificationMethod, read);
              }
            });
  }

  private Future<Optional<VerificationKey>> read(String verificationMethod) {
    return store
        .find(verificationMethod)
        .compose(
            found ->
                found.isPresent() ? parsed(found.get()) : Future.succeededFuture(Optional.empty()));
  }

  /** Returns empty if the issuer is a DID that is another key. */
  private Future<Optional<VerificationKey>> parsed(StoredKey key) {
    if (parsed.size() >= MOST_KEPT) {
      parsed.clear();
    }
    return parsed.computeIfAbsent(
        key,
        absent ->
            compute
                .run(
                    Deadline.in(LONGEST),
                    () ->
                        vault.isOfItsIssuer(key)
                            ? Optional.of(vault.verificationKey(key))
                            : Optional.<VerificationKey>empty())
                .onFailure(failed -> parsed.remove(key)));
  }

  private Future<FoundKey> elsewhere(String verificationMethod, Deadline deadline) {
    Optional<String> did = did(verificationMethod);
    if (did.isEmpty()) {
      return Future.succeededFuture(FoundKey.unknown(UNKNOWN));
    }
    if (trusted.contains(did.get())) {
      return foreign.find(verificationMethod, KeyPurpose.ASSERTION, deadline);
    }
    String reason = "issuer.not-trusted:" + did.get();
    return foreign.isSelfContained(did.get())
        ? foreign
            .find(verificationMethod, KeyPurpose.ASSERTION, deadline)
            .map(found -> found.refused(reason))
        : Future.succeededFuture(FoundKey.unknown(reason));
  }

  private static Optional<String> did(String verificationMethod) {
    int fragment = verificationMethod.indexOf('#');
    boolean named = fragment > 0 && verificationMethod.startsWith("did:");
    return named
        ? Optional.of(verificationMethod.substring(0, fragment)).filter(Issuers::isIri)
        : Optional.empty();
  }

  private record Checked(Future<Optional<VerificationKey>> key, long until) {}
}
