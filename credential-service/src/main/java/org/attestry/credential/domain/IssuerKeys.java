package org.attestry.credential.domain;

import io.vertx.core.Future;

/** Whether issuers can sign. */
@FunctionalInterface
public interface IssuerKeys {

  /** Fails INVALID if there is no key of the type for the issuer, and none is made for it. */
  Future<Void> requireKey(String issuer, KeyType type);
}
