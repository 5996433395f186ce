package org.attestry.credential.issuer;

import java.util.List;
import java.util.Set;
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

  /**
   * Returns the key identifiers of the authorities (RFC 5280, section 4.2.1.1) on the path from a
   * certificate to a trusted authority, in base64url; empty if the certificate is not trusted.
   */
  Set<String> authorities(List<byte[]> chain);
}
