package org.attestry.credential.issuer;

import io.vertx.core.Future;
import org.attestry.credential.key.KeyType;

/** Whether issuers can sign. */
@FunctionalInterface
public interface IssuerKeys {

  /** Fails INVALID if there is no key of the type for the issuer, and none is made for it. */
  Future<Void> requireKey(String issuer, KeyType type);
}
