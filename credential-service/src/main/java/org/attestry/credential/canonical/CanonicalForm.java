package org.attestry.credential.canonical;

import org.attestry.runtime.identifier.Sha256;

/**
 * A document's canonical N-Quads (URDNA2015, RDFC-1.0).
 *
 * @param nQuads one statement a line
 */
public record CanonicalForm(String nQuads) {

  /** SHA-256 of the UTF-8 text: 32 bytes. */
  public byte[] sha256() {
    return Sha256.of(nQuads);
  }

  /** Returns {@link #sha256} in lower-case hex. */
  public String signedHash() {
    return Sha256.hex(nQuads);
  }
}
