package org.attestry.credential.domain.certificate;

import io.vertx.core.Future;

/** What certificates need to know of stored credentials. */
public interface CertificateStore {

  /** Whether the newest credential of that id was revoked; false for an unknown one. */
  Future<Boolean> isRevoked(String credentialId);
}
