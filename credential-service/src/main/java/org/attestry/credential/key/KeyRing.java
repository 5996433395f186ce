package org.attestry.credential.key;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.runtime.async.SharedRun;

/**
 * The keys that sign. Which key signs for an issuer is leased ({@link Leases}), so that a rotation,
 * a revocation or a disabled issuer counts on every replica when the reply is sent. Used on one
 * event loop.
 */
public final class KeyRing {

  private static final Duration LEASE = Duration.ofMillis(100);

  /** The lease, and something for clocks that run at different speeds. */
  private static final Duration SURELY_ENDED = LEASE.plusMillis(10);

  private static final int MOST_KEPT = 1_000;

  /** The number of names to try. If other keys have all of them, no key is made. */
  private static final int MOST_NAMES = 10;

  /**
   * The deadline of finding a key. Several calls may wait for it, so it does not use the deadline
   * of one.
   */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final PgKeyStore store;
  private final Function<Duration, Future<?>> timer;
  private final KeyVault vault;
  private final Signer signer;
  private final CryptoWorkers compute;
  private final Issuers issuers;
  private final Map<String, Making> making = new HashMap<>();
  private final Map<StoredKey, Future<Boolean>> ofTheirIssuers = new HashMap<>();
  private final Leases leases = new Leases();

  /**
   * @param timer completes after the duration
   */
  public KeyRing(
      PgKeyStore store,
      Function<Duration, Future<?>> timer,
      KeyVault vault,
      Signer signer,
      CryptoWorkers compute,
      Issuers issuers) {
    this.store = store;
    this.timer = timer;
    this.vault = vault;
    this.signer = signer;
    this.compute = compute;
    this.issuers = issuers;
  }

  /**
   * Completes when no replica uses what it read before this call. To be waited for also where
   * nothing was changed: an earlier request may have committed the same change and ended before its
   * reply.
   */
  public Future<Void> leasesEnded() {
    return timer.apply(SURELY_ENDED).mapEmpty();
  }

  /**
   * Returns the key of that type of a registered issuer, and makes it if there is none. Fails
   * INVALID for an unregistered or disabled issuer.
   */
  public Future<StoredKey> signingKey(String issuer, KeyType type) {
    return leases
        .find(issuer, type)
        .compose(found -> activeKey(found.orElseThrow(this::unregistered), type));
  }

  /**
   * Returns the key of that type for the status lists of a registered issuer, and makes it if there
   * is none. The lists of a disabled issuer are signed too, because its credentials still verify.
   */
  public Future<StoredKey> listKey(String issuer, KeyType type) {
    return store
        .findIssuer(issuer, type)
        .compose(found -> activeOrMade(found.orElseThrow(this::unregistered), type));
  }

  /** Returns the key of the preferred type if the issuer has one, else of the other type. */
  public Future<StoredKey> listKey(String issuer, KeyType preferred, KeyType other) {
    return store
        .showIssuer(issuer, preferred)
        .compose(
            found ->
                found
                    .map(RegisteredIssuer::active)
                    .filter(key -> key.type() == preferred || vault.holdsKey(issuer))
                    .map(this::own)
                    .orElseGet(() -> listKey(issuer, other)));
  }

  /**
   * Registers the issuer, and makes its key of that type if it has none. Replicas that do so at the
   * same time agree on one key. Fails INVALID for a disabled issuer.
   *
   * @param namedBy the source of the registration
   */
  public Future<StoredKey> register(String issuer, KeyType type, IssuerSource namedBy) {
    return leases
        .find(issuer, type)
        .compose(
            found ->
                found
                    .map(known -> activeKey(known, type))
                    .orElseGet(() -> made(issuer, type))
                    .compose(
                        key ->
                            found.isPresent() && found.get().staysFor(namedBy)
                                ? Future.succeededFuture(key)
                                : store.register(issuer, namedBy).map(key)));
  }

  private Future<StoredKey> activeKey(RegisteredIssuer issuer, KeyType type) {
    return issuer.disabled() ? Future.failedFuture(disabled()) : activeOrMade(issuer, type);
  }

  private Future<StoredKey> activeOrMade(RegisteredIssuer issuer, KeyType type) {
    return issuer.active() == null ? made(issuer.did(), type) : own(issuer.active());
  }

  /** Returns the key, unless its issuer is a DID that is another key. */
  private Future<StoredKey> own(StoredKey key) {
    return vault.holdsKey(key.issuer())
        ? isOfItsIssuer(key)
            .compose(
                own -> own ? Future.succeededFuture(key) : Future.failedFuture(heldElsewhere()))
        : Future.succeededFuture(key);
  }

  private Future<Boolean> isOfItsIssuer(StoredKey key) {
    if (ofTheirIssuers.size() >= MOST_KEPT) {
      ofTheirIssuers.clear();
    }
    return ofTheirIssuers.computeIfAbsent(
        key,
        absent ->
            compute
                .run(Deadline.in(LONGEST), () -> vault.isOfItsIssuer(key))
                .onFailure(failed -> ofTheirIssuers.remove(key)));
  }

  /**
   * Fails INVALID if no key can sign for the issuer here: it is a DID that is its own key, and this
   * key is not stored here or has another type.
   */
  public Future<Void> requireKey(String issuer, KeyType type) {
    return vault.holdsKey(issuer)
        ? store
            .findIssuer(issuer, type)
            .map(found -> found.map(RegisteredIssuer::active).orElseThrow(KeyRing::heldElsewhere))
            .compose(this::own)
            .mapEmpty()
        : Future.succeededFuture();
  }

  /**
   * Registers the default issuer, unless it is disabled. Fails with an IllegalStateException if its
   * key was sealed with another master key.
   */
  public Future<Void> start(KeyType type) {
    return store
        .findIssuer(issuers.ownDid(), type)
        .compose(
            found ->
                found.filter(RegisteredIssuer::disabled).isPresent()
                    ? Future.succeededFuture()
                    : register(issuers.ownDid(), type, IssuerSource.DEFAULT)
                        .compose(this::checkOpens));
  }

  private Future<Void> checkOpens(StoredKey key) {
    return compute.run(
        Deadline.in(LONGEST),
        () -> {
          vault.checkOpens(key);
          return null;
        });
  }

  /**
   * Reads the issuer with its ACTIVE key of the type from the database; empty if it is not
   * registered.
   */
  public Future<Optional<RegisteredIssuer>> findIssuer(String issuer, KeyType type) {
    return store.findIssuer(issuer, type);
  }

  /** Says whether the default issuer can sign, or is disabled. */
  public Future<Boolean> isReady(KeyType type) {
    return store
        .findIssuer(issuers.ownDid(), type)
        .map(found -> found.filter(own -> own.disabled() || own.active() != null).isPresent());
  }

  /** Returns the failure for an issuer that is not registered. */
  public FailureException unregistered() {
    return FailureException.invalid(
        "credential.issuer.unregistered",
        "/issuer",
        "issuer",
        "This issuer is not registered here: leave it out for "
            + issuers.ownDid()
            + ", or have an admin make it (POST /api/v1/issuers).");
  }

  private static FailureException heldElsewhere() {
    return FailureException.invalid(
        "credential.issuer.holds-key",
        "/issuer",
        "issuer",
        "This issuer's DID holds its one key itself, and no other key signs for it: name another"
            + " issuer, or a suite for keys of its type, or have an admin import the key's private"
            + " part (POST /api/v1/issuers/keys).");
  }

  private static FailureException disabled() {
    return disabled("/issuer");
  }

  /**
   * Returns the failure for an issuer that an admin disabled.
   *
   * @param pointer to the issuer in the request
   */
  public static FailureException disabled(String pointer) {
    return FailureException.invalid(
        "credential.issuer.disabled",
        pointer,
        "issuer",
        "This issuer is disabled; an admin can enable it (POST /api/v1/issuers/enable).");
  }

  /**
   * Makes a key. Simultaneous requests for it share the result; keys of two types have two names.
   */
  private Future<StoredKey> made(String issuer, KeyType type) {
    Making begun = making.get(issuer);
    if (begun != null) {
      return begun.type() == type ? begun.key() : begun.key().transform(done -> made(issuer, type));
    }
    Future<StoredKey> key =
        withNew(
            issuer,
            type,
            made ->
                store
                    .insertActive(made, issuers.most())
                    .map(stored -> stored.orElseThrow(this::tooMany)));
    Making made = new Making(type, key);
    making.put(issuer, made);
    return key.onComplete(done -> making.remove(issuer, made));
  }

  /**
   * Makes a key for the issuer and stores it. If another key has got its name meanwhile, it gets
   * the next name.
   *
   * @param storing fails with {@link KeyNameTaken} if another key has the name
   */
  public <T> Future<T> withNew(
      String issuer, KeyType type, Function<StoredKey, Future<T>> storing) {
    return withNew(issuer, type, storing, Set.of());
  }

  private <T> Future<T> withNew(
      String issuer, KeyType type, Function<StoredKey, Future<T>> storing, Set<String> taken) {
    if (vault.holdsKey(issuer)) {
      return Future.failedFuture(heldElsewhere());
    }
    return store
        .methodsOf(issuer)
        .map(used -> Issuers.nextKeyOf(issuer, union(used, taken)))
        .compose(
            name ->
                signer
                    .make(name, issuer, type, Deadline.in(LONGEST))
                    .compose(storing)
                    .recover(
                        cause ->
                            cause instanceof KeyNameTaken && taken.size() < MOST_NAMES
                                ? withNew(issuer, type, storing, union(taken, Set.of(name)))
                                : Future.failedFuture(cause)));
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    Set<String> all = new HashSet<>(some);
    all.addAll(others);
    return all;
  }

  /** Returns the failure where no further issuer can have keys. */
  public FailureException tooMany() {
    return FailureException.of(
        FailureKind.CONFLICT,
        "credential.issuer.too-many",
        "There are keys for %d issuers already; raise ISSUER_MOST.".formatted(issuers.most()));
  }

  private record Making(KeyType type, Future<StoredKey> key) {}

  /**
   * Issuers with their ACTIVE keys, each used for {@link #LEASE} after the read of it began. What
   * takes an issuer or a key away replies after {@link KeyRing#leasesEnded}, when no replica uses
   * what it read before (leases, Gray and Cheriton 1989). Calls that wait for the same read share
   * it, and it begins after each of them did.
   */
  private final class Leases {

    private final Map<OfType, Leased> leased = new HashMap<>();
    private final Map<OfType, SharedRun<Optional<RegisteredIssuer>>> reading = new HashMap<>();

    /** The issuer with its ACTIVE key of the type, if it is registered. */
    Future<Optional<RegisteredIssuer>> find(String issuer, KeyType type) {
      OfType wanted = new OfType(issuer, type);
      return isLeased(wanted) ? known(wanted) : read(wanted);
    }

    private boolean isLeased(OfType wanted) {
      return leased.containsKey(wanted) && leased.get(wanted).isValid();
    }

    private Future<Optional<RegisteredIssuer>> known(OfType wanted) {
      return Future.succeededFuture(Optional.of(leased.get(wanted).issuer()));
    }

    private Future<Optional<RegisteredIssuer>> read(OfType wanted) {
      SharedRun<Optional<RegisteredIssuer>> reads =
          reading.computeIfAbsent(wanted, absent -> new SharedRun<>());
      return reads
          .run(() -> isLeased(wanted) ? known(wanted) : leased(wanted))
          .onComplete(
              read -> {
                if (reads.isIdle()) {
                  reading.remove(wanted, reads);
                }
              });
    }

    private Future<Optional<RegisteredIssuer>> leased(OfType wanted) {
      long began = System.nanoTime();
      return store
          .findIssuer(wanted.issuer(), wanted.type())
          .onSuccess(
              found ->
                  found
                      .filter(issuer -> !issuer.disabled() && issuer.active() != null)
                      .ifPresentOrElse(
                          issuer -> keep(wanted, new Leased(issuer, began)),
                          () -> leased.remove(wanted)));
    }

    private void keep(OfType wanted, Leased issuer) {
      if (leased.size() >= MOST_KEPT) {
        leased.clear();
      }
      leased.put(wanted, issuer);
    }
  }

  private record OfType(String issuer, KeyType type) {}

  /**
   * @param began when the read began, by {@link System#nanoTime}
   */
  private record Leased(RegisteredIssuer issuer, long began) {

    boolean isValid() {
      return System.nanoTime() - began < LEASE.toNanos();
    }
  }
}
