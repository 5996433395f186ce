package org.attestry.registry.identity;

/** The initial password of an account that is created for an entity without a password. */
public enum FirstPassword {
  /** The deployment's default password. */
  DEFAULT,
  /** The deployment's default password, which the user must change at the first login. */
  TEMPORARY,
  /** No password: the provider sends a mail, and the user sets a password. */
  NONE
}
