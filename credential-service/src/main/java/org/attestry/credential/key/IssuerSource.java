package org.attestry.credential.key;

/** Who named an issuer. */
public enum IssuerSource {
  /** The configuration: it is the issuer of templates that name none. */
  DEFAULT,
  /** The credential template of a published schema. */
  SCHEMA,
  /** An admin, by making it or by signing for it. */
  ADMIN
}
