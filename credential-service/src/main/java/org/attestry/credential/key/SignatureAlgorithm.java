package org.attestry.credential.key;

/** The algorithms for a signing input. Signatures are raw: no ASN.1, no encoding as text. */
public enum SignatureAlgorithm {
  /** RSASSA-PSS (RFC 8017) with SHA-256, MGF1 with SHA-256 and 32 bytes of salt. */
  PS256(KeyType.RSA),
  /** RSASSA-PKCS1-v1_5 (RFC 8017) with SHA-256. */
  RS256(KeyType.RSA),
  /** Ed25519 (RFC 8032, section 5.1): 64 bytes. */
  ED25519(KeyType.ED25519),
  /** ECDSA with SHA-256 and curve P-256: 64 bytes, r then s (IEEE P1363). */
  ES256(KeyType.P256);

  private final KeyType keyType;

  SignatureAlgorithm(KeyType keyType) {
    this.keyType = keyType;
  }

  /** Returns the type of its keys. */
  public KeyType keyType() {
    return keyType;
  }
}
