package org.attestry.credential.key;

/** The source of an issuer's registration. */
public enum IssuerSource {
  /** The configuration: it is the issuer of templates that name none. */
  DEFAULT,
  /** The credential template of a published schema. */
  SCHEMA,
  /** An admin, by making it or by signing for it. */
  ADMIN
}
