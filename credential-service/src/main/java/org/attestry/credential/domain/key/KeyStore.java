package org.attestry.credential.domain.key;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attestry.credential.domain.Page;

/** Where issuers and keys are kept. */
public interface KeyStore {

  /**
   * A registered issuer with its ACTIVE key of the type, as committed when the call begins or
   * later.
   */
  Future<Optional<RegisteredIssuer>> findIssuer(String issuer, KeyType type);

  /**
   * A registered issuer with an ACTIVE key where it has one.
   *
   * @param preferred the type of the key, where the issuer has several
   */
  Future<Optional<RegisteredIssuer>> showIssuer(String issuer, KeyType preferred);

  /** The registered issuers in the order of their DIDs, as {@link #showIssuer} has them. */
  Future<Page<RegisteredIssuer>> listIssuers(KeyType preferred, int limit, int offset);

  /**
   * Registers an issuer. One that an admin named becomes one that a schema names, or the default;
   * never the other way round.
   */
  Future<Void> register(String issuer, IssuerSource namedBy);

  /**
   * @param at since when the issuer is disabled; null enables it
   * @return whether it is registered; one that is disabled already keeps its time
   */
  Future<Boolean> setDisabled(String issuer, Instant at);

  /** The key with this verificationMethod; empty if it is not kept here. */
  Future<Optional<StoredKey>> find(String verificationMethod);

  /** Whether this public key is revoked, under any name and of any issuer. */
  Future<Boolean> isRevoked(String publicKeyPem);

  /** The issuer's keys, newest first. */
  Future<Page<StoredKey>> findOfIssuer(String issuer, int limit, int offset);

  /** The names of all of the issuer's keys, whatever their state. */
  Future<Set<String>> methodsOf(String issuer);

  /**
   * Stores an issuer's key, unless it has got an ACTIVE one of that type meanwhile or there are as
   * many issuers as may be. Issuers whose keys do not sign any more do not count.
   *
   * @param most how many issuers there may be in all
   * @return the issuer's ACTIVE key, also one that another replica stored; empty when there are too
   *     many; fails with {@link KeyNameTaken} where a key of another type or issuer has its name
   */
  Future<Optional<StoredKey>> insertActive(StoredKey key, int most);

  /** All keys that have a private part. */
  Future<List<StoredKey>> sealedKeys();

  /** Stores the private part as it is sealed now, unless it has changed since the key was read. */
  Future<Void> reseal(StoredKey key, byte[] sealed);

  /**
   * Stores an imported key unless its name is taken; returns the key now stored under that name.
   */
  Future<StoredKey> insertImported(StoredKey key);

  /**
   * Changes a key's state, and stores the one that signs from now on, in one transaction.
   *
   * @param key as it was read
   * @param next ACTIVE, or null for none
   * @return false, and nothing is changed, if the key has another state by now; fails with {@link
   *     KeyNameTaken} where another key has the name of the next
   */
  Future<Boolean> retire(StoredKey key, KeyState state, Instant at, StoredKey next);
}
