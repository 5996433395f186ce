package org.attestry.credential.signing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A document's canonical N-Quads (URDNA2015, RDFC-1.0).
 *
 * @param nQuads one statement a line
 */
public record CanonicalForm(String nQuads) {

  /** SHA-256 of the UTF-8 text: 32 bytes. */
  public byte[] sha256() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(nQuads.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
