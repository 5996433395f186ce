package org.attestry.contracts.credential;

import java.time.Instant;
import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;

/** The operations of credential-service about issuers and their keys. */
public final class IssuerOperations {

  /** Registers an issuer and makes its key, for an admin; one that is there stays as it is. */
  public static final Operation<CreateIssuerRequest, IssuerView> CREATE_ISSUER =
      Operation.of("credential.createIssuer.v1", CreateIssuerRequest.class, IssuerView.class);

  /** The registered issuers, for an admin. */
  public static final Operation<ListIssuersRequest, IssuersView> LIST_ISSUERS =
      Operation.of("credential.listIssuers.v1", ListIssuersRequest.class, IssuersView.class);

  /** Nothing is signed for the issuer from now on, for an admin; what it signed verifies. */
  public static final Operation<DisableIssuerRequest, IssuerDetails> DISABLE_ISSUER =
      Operation.of("credential.disableIssuer.v1", DisableIssuerRequest.class, IssuerDetails.class);

  /** The issuer signs again, for an admin. */
  public static final Operation<EnableIssuerRequest, IssuerDetails> ENABLE_ISSUER =
      Operation.of("credential.enableIssuer.v1", EnableIssuerRequest.class, IssuerDetails.class);

  /** Takes a public key of a former system to verify with, for an admin. */
  public static final Operation<ImportKeyRequest, IssuerView> IMPORT_KEY =
      Operation.of("credential.importKey.v1", ImportKeyRequest.class, IssuerView.class);

  /** An issuer's keys, for an admin. */
  public static final Operation<ListKeysRequest, KeysView> LIST_KEYS =
      Operation.of("credential.listKeys.v1", ListKeysRequest.class, KeysView.class);

  /** Makes the key that signs from now on instead of the one named, for an admin. */
  public static final Operation<RotateKeyRequest, KeyView> ROTATE_KEY =
      Operation.of("credential.rotateKey.v1", RotateKeyRequest.class, KeyView.class);

  /**
   * Revokes a key, for an admin: after the reply nothing that it signed is verified on any replica.
   */
  public static final Operation<RevokeKeyRequest, KeyView> REVOKE_KEY =
      Operation.of("credential.revokeKey.v1", RevokeKeyRequest.class, KeyView.class);

  private IssuerOperations() {}

  /**
   * Exactly one of issuer and name is set.
   *
   * @param issuer the issuer's DID, or other IRI
   * @param name the name of a local issuer, whose DID document is served at {@code
   *     /issuers/<name>/did.json}
   * @param keyType the type of the key that is made if it has none of it: {@code RSA}, {@code
   *     ED25519} or {@code P256}; null for the type that signs by default
   */
  public record CreateIssuerRequest(String issuer, String name, String keyType) {

    /** One with a key of the type that signs by default. */
    public CreateIssuerRequest(String issuer, String name) {
      this(issuer, name, null);
    }
  }

  /**
   * @param issuer the issuer's DID, or other IRI
   * @param verificationMethod the key that signs for it
   */
  public record IssuerView(String issuer, String verificationMethod) {}

  /**
   * A page of the registered issuers.
   *
   * @param limit how many at most, 1 to 1,000
   * @param offset how many to pass over
   */
  public record ListIssuersRequest(int limit, int offset) {}

  /**
   * @param totalCount number of issuers on all pages
   * @param issuers in the order of their DIDs
   */
  public record IssuersView(long totalCount, List<IssuerDetails> issuers) {

    public IssuersView {
      issuers = List.copyOf(issuers);
    }
  }

  /**
   * A registered issuer.
   *
   * @param issuer its DID, or other IRI
   * @param namedBy {@code DEFAULT}, {@code SCHEMA} or {@code ADMIN}
   * @param verificationMethod a key that signs for it, or null if it has none: the one of the type
   *     that the deployment signs with by default, where it has such a one
   * @param disabledAt since when nothing is signed for it, or null
   */
  public record IssuerDetails(
      String issuer,
      String namedBy,
      String verificationMethod,
      Instant createdAt,
      Instant disabledAt) {}

  /**
   * @param issuer the DID, or other IRI, of a registered issuer
   */
  public record DisableIssuerRequest(String issuer) {}

  /**
   * @param issuer the DID, or other IRI, of a registered issuer
   */
  public record EnableIssuerRequest(String issuer) {}

  /**
   * A key from elsewhere, in exactly one form. With a public key the credentials of a former system
   * are verified. A private key signs for a registered issuer from then on.
   *
   * @param issuer the issuer's DID, or other IRI, as in its credentials
   * @param verificationMethod the key's IRI in their proofs
   * @param publicKeyPem an RSA, Ed25519 or P-256 public key (PEM, RFC 7468)
   * @param jwk such a key (JSON Web Key, RFC 7517); private if it has the member d
   * @param privateKeyPem a private key (PKCS #8, PKCS #1 or SEC 1 in PEM, not encrypted)
   * @param pkcs12 a key store (RFC 7292) in Base64 with one entry: a certificate, or a private key
   * @param password of the key store
   * @param contexts the inline contexts in {@code @context} of its credentials, which their
   *     signatures do not cover; null for none
   */
  public record ImportKeyRequest(
      String issuer,
      String verificationMethod,
      String publicKeyPem,
      JsonBytes jwk,
      String privateKeyPem,
      String pkcs12,
      String password,
      List<JsonBytes> contexts) {

    public static ImportKeyRequest ofPublicKey(
        String issuer, String verificationMethod, String publicKeyPem, List<JsonBytes> contexts) {
      return new ImportKeyRequest(
          issuer, verificationMethod, publicKeyPem, null, null, null, null, contexts);
    }

    /** Without the key, which may be private. */
    @Override
    public String toString() {
      return "ImportKeyRequest[" + issuer + ", " + verificationMethod + "]";
    }
  }

  /**
   * A page of an issuer's keys.
   *
   * @param issuer whose keys: a DID, or other IRI
   * @param limit how many at most, 1 to 1,000
   * @param offset how many to pass over
   */
  public record ListKeysRequest(String issuer, int limit, int offset) {}

  /**
   * @param totalCount number of keys on all pages
   * @param keys newest first
   */
  public record KeysView(long totalCount, List<KeyView> keys) {

    public KeysView {
      keys = List.copyOf(keys);
    }
  }

  /**
   * A key of an issuer; its private part is never shown.
   *
   * @param verificationMethod the IRI that proofs name it by
   * @param type {@code RSA}, {@code ED25519} or {@code P256}
   * @param state {@code ACTIVE}, {@code VERIFY_ONLY} or {@code REVOKED}
   * @param signedFrom proofs that are dated before do not verify; null for a key from elsewhere
   * @param signedUntil proofs that are dated after do not verify; null while it signs, and for a
   *     public key from elsewhere
   * @param publicKeyPem SubjectPublicKeyInfo in PEM (RFC 7468)
   * @param publicKeyJwk JSON Web Key (RFC 7517)
   * @param publicKeyMultibase Multikey (W3C Controlled Identifiers 1.0, section 2.2.2)
   */
  public record KeyView(
      String verificationMethod,
      String issuer,
      String type,
      String state,
      Instant createdAt,
      Instant signedFrom,
      Instant signedUntil,
      Instant revokedAt,
      String publicKeyPem,
      JsonBytes publicKeyJwk,
      String publicKeyMultibase) {}

  /**
   * @param verificationMethod the IRI that proofs name the key by that is to sign no longer
   */
  public record RotateKeyRequest(String verificationMethod) {}

  /**
   * @param verificationMethod the IRI that proofs name the key by
   */
  public record RevokeKeyRequest(String verificationMethod) {}
}
