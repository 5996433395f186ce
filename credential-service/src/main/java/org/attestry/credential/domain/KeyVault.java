package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attestry.contracts.credential.ImportKeyRequest;

/**
 * Makes, seals and opens keys. Its methods take CPU time: call them through {@link CryptoWorkers}.
 */
public interface KeyVault {

  /** The type of the keys that it makes. */
  KeyType type();

  /** A new key, in state ACTIVE. */
  StoredKey make(String verificationMethod, String issuer);

  /**
   * A key from elsewhere: a public one in state VERIFY_ONLY, a private one in state ACTIVE.
   *
   * @throws IllegalArgumentException with advice if it is no key that is used here
   */
  StoredKey imported(ImportKeyRequest request, Set<String> contextDigests);

  /**
   * @throws IllegalStateException if the key was sealed with another master key
   */
  SigningKey open(StoredKey key);

  /**
   * The private part sealed with the master key; empty if it is already.
   *
   * @throws IllegalStateException if the previous master key does not open it either
   */
  Optional<byte[]> sealedAgain(StoredKey key);

  VerificationKey verificationKey(StoredKey key);

  KeyForms forms(StoredKey key);

  /** The DID document (W3C DID Core 1.0) that shows the public parts of the issuer's keys. */
  ObjectNode didDocument(String issuer, List<StoredKey> keys);
}
