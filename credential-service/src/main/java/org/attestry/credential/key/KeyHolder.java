package org.attestry.credential.key;

/** The holder of a key's private part, which signs with it. */
public enum KeyHolder {
  /** The database, sealed with the master key; this service signs. */
  DATABASE,
  /** A token behind PKCS #11 (OASIS PKCS #11 v3.1), such as a hardware security module. */
  PKCS11,
  /** The transit engine of HashiCorp Vault. */
  VAULT
}
