package org.attestry.credential.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where keys are kept. */
public interface KeyStore {

  /** Who named the issuer; empty for one that is not registered. */
  Future<Optional<IssuerSource>> namedBy(String issuer);

  /**
   * Registers an issuer. One that an admin named becomes one that a schema names, or the default;
   * never the other way round.
   */
  Future<Void> register(String issuer, IssuerSource namedBy);

  /** The issuer's ACTIVE key. */
  Future<Optional<StoredKey>> findActive(String issuer);

  /** The key that proofs name so. */
  Future<Optional<StoredKey>> find(String verificationMethod);

  /** The issuer's keys that still verify, newest first. */
  Future<List<StoredKey>> findOfIssuer(String issuer);

  /** The names of all of the issuer's keys, whatever their state. */
  Future<Set<String>> methodsOf(String issuer);

  /**
   * Stores an issuer's key, unless it has got an ACTIVE one meanwhile or there are as many issuers
   * as may be. Keys that do not sign any more do not count, nor imported ones.
   *
   * @param most how many issuers there may be in all
   * @return the issuer's ACTIVE key, also one that another replica stored; empty when there are too
   *     many
   */
  Future<Optional<StoredKey>> insertActive(StoredKey key, int most);

  /** Stores an imported key; the key that is stored under its name, be it another. */
  Future<StoredKey> insertImported(StoredKey key);
}
