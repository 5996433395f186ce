package org.attestry.credential.presentation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.StoredKey;

/**
 * Writes requests for wallets as JWTs (RFC 9101). Its methods take CPU time: call them through
 * {@link CryptoWorkers}.
 */
public interface RequestObjects {

  /** Returns the signing input of a JWT whose {@code kid} names the key. */
  Prepared<String> prepare(ObjectNode claims, StoredKey key);

  /** Returns the DNS name in the verifier's certificate; empty without a certificate. */
  Optional<String> certifiedName();

  /**
   * Returns the SHA-256 hash of the verifier's certificate in base64url; empty without a
   * certificate.
   */
  Optional<String> certificateHash();

  /**
   * Returns a request signed by the key of the verifier's certificate, which is in the header.
   *
   * @throws IllegalStateException without a certificate
   */
  String signedByCertificate(ObjectNode claims);

  /** Returns a request that is not signed. */
  String unsigned(ObjectNode claims);
}
