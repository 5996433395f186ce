package org.attestry.credential.key;

/** Who holds the private part of a key, and signs with it. */
public enum KeyHolder {
  /** The database, sealed with the master key; this service signs. */
  DATABASE,
  /** A token behind PKCS #11 (OASIS PKCS #11 v3.1), such as a hardware security module. */
  PKCS11,
  /** The transit engine of HashiCorp Vault. */
  VAULT
}
