package org.attestry.credential.key;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.credential.call.CryptoWorkers;

/**
 * Reads keys, and writes their public parts. Its methods take CPU time: call them through {@link
 * CryptoWorkers}.
 */
public interface KeyVault {

  /**
   * Reads a key of another system: a public one in state VERIFY_ONLY, a private one in state
   * ACTIVE.
   *
   * @throws IllegalArgumentException with advice if its form or type is not used here
   */
  StoredKey imported(ImportKeyRequest request, Set<String> contextDigests);

  /**
   * Returns a new key in state ACTIVE that a token or Vault has made and holds.
   *
   * @param publicKey a SubjectPublicKeyInfo (RFC 5280, DER)
   * @throws IllegalArgumentException if its type is not used here
   */
  StoredKey held(
      String verificationMethod, String issuer, byte[] publicKey, PrivatePart privatePart);

  /** Says whether it is a signature of the input by this key. */
  boolean verifies(StoredKey key, SignatureAlgorithm algorithm, byte[] input, byte[] signature);

  /**
   * Opens the private part if it is in the database.
   *
   * @throws IllegalStateException if it was sealed with another master key
   */
  void checkOpens(StoredKey key);

  /**
   * Returns the private part sealed with the current master key; empty if it is sealed with it
   * already, or not in the database.
   *
   * @throws IllegalStateException if the previous master key does not open it either
   */
  Optional<byte[]> sealedAgain(StoredKey key);

  /**
   * Says whether an issuer is a DID that is its own key (did:key, did:jwk), so that no other key
   * signs for it.
   */
  boolean holdsKey(String issuer);

  /**
   * Returns the name of the key that such a DID is; empty if it is malformed or the type of its key
   * is not used here.
   */
  Optional<String> nameOfKeyHeldBy(String issuer);

  /**
   * Says whether the key belongs to its issuer. Only one key belongs to a DID that is its own key.
   */
  boolean isOfItsIssuer(StoredKey key);

  VerificationKey verificationKey(StoredKey key);

  KeyForms forms(StoredKey key);

  /** Returns the DID document (W3C DID Core 1.0) with the public parts of the issuer's keys. */
  ObjectNode didDocument(String issuer, List<StoredKey> keys);
}
