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
   * A key from elsewhere: a public one in state VERIFY_ONLY, a private one in state ACTIVE.
   *
   * @throws IllegalArgumentException with advice if it is no key that is used here
   */
  StoredKey imported(ImportKeyRequest request, Set<String> contextDigests);

  /**
   * A new key that somebody else has made and holds, in state ACTIVE.
   *
   * @param publicKey a SubjectPublicKeyInfo (RFC 5280, DER)
   * @throws IllegalArgumentException if it is of no type that is used here
   */
  StoredKey held(
      String verificationMethod, String issuer, byte[] publicKey, PrivatePart privatePart);

  /** Whether it is a signature of the input by this key. */
  boolean verifies(StoredKey key, SignatureAlgorithm algorithm, byte[] input, byte[] signature);

  /**
   * Tries to open the private part, if it is in the database.
   *
   * @throws IllegalStateException if it was sealed with another master key
   */
  void checkOpens(StoredKey key);

  /**
   * The private part sealed with the master key; empty if it is already, or not in the database.
   *
   * @throws IllegalStateException if the previous master key does not open it either
   */
  Optional<byte[]> sealedAgain(StoredKey key);

  /**
   * Whether an issuer is a DID that holds its one key itself (did:key, did:jwk), so that no other
   * key signs for it.
   */
  boolean holdsKey(String issuer);

  /**
   * By which name proofs name the one key that such a DID holds; empty where it is malformed or its
   * key is of no type that is used here.
   */
  Optional<String> nameOfKeyHeldBy(String issuer);

  /** Whether the key is one of its issuer: of a DID that holds its key itself, that key alone. */
  boolean isOfItsIssuer(StoredKey key);

  VerificationKey verificationKey(StoredKey key);

  KeyForms forms(StoredKey key);

  /** The DID document (W3C DID Core 1.0) that shows the public parts of the issuer's keys. */
  ObjectNode didDocument(String issuer, List<StoredKey> keys);
}
