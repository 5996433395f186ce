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

  /** Writes what is to be signed by a key that the {@code kid} names. */
  Prepared<String> prepare(ObjectNode claims, StoredKey key);

  /** The DNS name that the verifier's certificate is for; empty without a certificate. */
  Optional<String> certifiedName();

  /**
   * A request that is signed by the key of the verifier's certificate, which the header has.
   *
   * @throws IllegalStateException without a certificate
   */
  String signedByCertificate(ObjectNode claims);

  /** A request that is not signed. */
  String unsigned(ObjectNode claims);
}
