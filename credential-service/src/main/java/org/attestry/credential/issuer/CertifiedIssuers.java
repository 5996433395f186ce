package org.attestry.credential.issuer;

import java.util.List;
import org.attestry.credential.call.CryptoWorkers;

/**
 * Issuers elsewhere whose keys a trusted authority certifies: a certificate stands for the issuers
 * whose host or address it names. Whether an authority has revoked a certificate is not looked up.
 */
public interface CertifiedIssuers {

  /** Says whether no authority is trusted. */
  boolean isEmpty();

  /**
   * Finds the key of an issuer. Takes CPU time: call it through {@link CryptoWorkers}.
   *
   * @param chain certificates in DER, that of the key first (RFC 7515, section 4.1.6)
   * @param issuer as the credential states it
   */
  FoundKey find(List<byte[]> chain, String issuer);
}
