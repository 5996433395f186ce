package org.attestry.credential.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Where keys are kept. */
public interface KeyStore {

  /** Who named the issuer; empty for one that is not registered. */
  Future<Optional<NamedBy>> namedBy(String issuer);

  /**
   * Registers an issuer. One that an admin named becomes one that a schema names, or the default;
   * never the other way round.
   */
  Future<Void> register(String issuer, NamedBy namedBy);

  /** The issuer's ACTIVE key. */
  Future<Optional<StoredKey>> findActive(String issuer);

  /** The key that proofs name so. */
  Future<Optional<StoredKey>> find(String verificationMethod);

  /** The issuer's keys that still verify, newest first. */
  Future<List<StoredKey>> findOfIssuer(String issuer);

  /**
   * Stores an issuer's first key, unless it has got one meanwhile or there are as many keys as may
   * be.
   *
   * @param most how many keys there may be in all
   * @return the issuer's ACTIVE key, whoever made it; empty when there are too many
   */
  Future<Optional<StoredKey>> insertFirst(StoredKey key, int most);
}
