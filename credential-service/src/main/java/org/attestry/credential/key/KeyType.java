package org.attestry.credential.key;

/** The types of keys for proofs. */
public enum KeyType {
  RSA,
  /** RFC 8032. */
  ED25519,
  /** NIST FIPS 186-5, curve secp256r1. */
  P256
}
