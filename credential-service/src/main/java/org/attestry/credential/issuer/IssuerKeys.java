package org.attestry.credential.issuer;

import io.vertx.core.Future;
import org.attestry.credential.key.KeyType;

/** Checks that issuers can sign. */
@FunctionalInterface
public interface IssuerKeys {

  /** Fails INVALID if the issuer has no key of the type, and none can be made. */
  Future<Void> requireKey(String issuer, KeyType type);
}
