package org.attestry.registry.identity;

/** The password of an account that is made for an entity that names none. */
public enum FirstPassword {
  /** The deployment's default one. */
  DEFAULT,
  /** The deployment's default one, which the provider has the user change at the first login. */
  TEMPORARY,
  /** None: the provider sends a mail, and the user sets one. */
  NONE
}
