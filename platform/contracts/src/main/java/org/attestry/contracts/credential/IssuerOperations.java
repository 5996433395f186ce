package org.attestry.contracts.credential;

import java.time.Instant;
import java.util.List;
import org.attestry.contracts.Done;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;

/** The operations of credential-service about issuers and their keys. */
public final class IssuerOperations {

  /** Registers an issuer and generates its key, for an admin; a key that exists already is kept. */
  public static final Operation<CreateIssuerRequest, IssuerView> CREATE_ISSUER =
      Operation.of("credential.createIssuer.v1", CreateIssuerRequest.class, IssuerView.class);

  /**
   * Registers the issuers that credential templates name themselves, and generates their keys,
   * before a schema with these templates is published. For schema-service alone.
   */
  public static final Operation<RegisterIssuersRequest, Done> REGISTER_ISSUERS =
      Operation.of("credential.registerIssuers.v1", RegisterIssuersRequest.class, Done.class);

  /** Lists the registered issuers, for an admin. */
  public static final Operation<ListIssuersRequest, IssuersView> LIST_ISSUERS =
      Operation.of("credential.listIssuers.v1", ListIssuersRequest.class, IssuersView.class);

  /**
   * Disables an issuer, for an admin: nothing more is signed for it, and what it signed still
   * verifies.
   */
  public static final Operation<DisableIssuerRequest, IssuerDetails> DISABLE_ISSUER =
      Operation.of("credential.disableIssuer.v1", DisableIssuerRequest.class, IssuerDetails.class);

  /** Enables a disabled issuer again, for an admin. */
  public static final Operation<EnableIssuerRequest, IssuerDetails> ENABLE_ISSUER =
      Operation.of("credential.enableIssuer.v1", EnableIssuerRequest.class, IssuerDetails.class);

  /**
   * Imports a public key of a former system, to verify its credentials, or a private key, for an
   * admin.
   */
  public static final Operation<ImportKeyRequest, IssuerView> IMPORT_KEY =
      Operation.of("credential.importKey.v1", ImportKeyRequest.class, IssuerView.class);

  /** Lists an issuer's keys, for an admin. */
  public static final Operation<ListKeysRequest, KeysView> LIST_KEYS =
      Operation.of("credential.listKeys.v1", ListKeysRequest.class, KeysView.class);

  /** Generates the key that from now on signs in place of the given key, for an admin. */
  public static final Operation<RotateKeyRequest, KeyView> ROTATE_KEY =
      Operation.of("credential.rotateKey.v1", RotateKeyRequest.class, KeyView.class);

  /**
   * Revokes a key, for an admin: after the reply no replica verifies anything that the key signed.
   */
  public static final Operation<RevokeKeyRequest, KeyView> REVOKE_KEY =
      Operation.of("credential.revokeKey.v1", RevokeKeyRequest.class, KeyView.class);

  private IssuerOperations() {}

  /**
   * @param credentialTemplates the templates of a publication
   */
  public record RegisterIssuersRequest(List<JsonBytes> credentialTemplates) {

    public RegisterIssuersRequest {
      credentialTemplates = List.copyOf(credentialTemplates);
    }
  }

  /**
   * Exactly one of issuer and name is set.
   *
   * @param issuer the issuer's DID, or other IRI
   * @param name the name of a local issuer, whose DID document is served at {@code
   *     /issuers/<name>/did.json}
   * @param keyType the type of the key that is generated if the issuer has no key of this type:
   *     {@code RSA}, {@code ED25519} or {@code P256}; null for the type that signs by default
   */
  public record CreateIssuerRequest(String issuer, String name, String keyType) {

    /** Creates a request for an issuer with a key of the type that signs by default. */
    public CreateIssuerRequest(String issuer, String name) {
      this(issuer, name, null);
    }
  }

  /**
   * @param issuer the issuer's DID, or other IRI
   * @param verificationMethod the IRI of the key that signs for the issuer
   */
  public record IssuerView(String issuer, String verificationMethod) {}

  /**
   * Requests a page of the registered issuers.
   *
   * @param limit the most results, 1 to 1,000
   * @param offset the number of results to skip
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
   * @param issuer the issuer's DID, or other IRI
   * @param namedBy {@code DEFAULT}, {@code SCHEMA} or {@code ADMIN}
   * @param verificationMethod the IRI of a key that signs for the issuer, or null if there is none;
   *     the key of the type that the deployment signs with by default is preferred
   * @param disabledAt since when nothing is signed for the issuer, or null
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
   * A key to import, in exactly one form. A public key is used to verify the credentials of a
   * former system. A private key signs for a registered issuer from then on.
   *
   * @param issuer the issuer's DID, or other IRI, as in its credentials
   * @param verificationMethod the key's IRI in the proofs of these credentials
   * @param publicKeyPem an RSA, Ed25519 or P-256 public key (PEM, RFC 7468)
   * @param jwk an RSA, Ed25519 or P-256 key (JSON Web Key, RFC 7517); private if it has the member
   *     d
   * @param privateKeyPem a private key (PKCS #8, PKCS #1 or SEC 1 in PEM, not encrypted)
   * @param pkcs12 a key store (RFC 7292) in Base64 with one entry: a certificate, or a private key
   * @param password the password of the key store
   * @param contexts values of {@code @context} of the issuer's credentials with inline contexts,
   *     which their signatures do not cover; null for none. A public key that is imported again
   *     keeps those of the earlier imports
   * @param publicKeyJwk an RSA, Ed25519 or P-256 public key (JSON Web Key, RFC 7517)
   */
  public record ImportKeyRequest(
      String issuer,
      String verificationMethod,
      String publicKeyPem,
      JsonBytes jwk,
      String privateKeyPem,
      String pkcs12,
      String password,
      List<JsonBytes> contexts,
      JsonBytes publicKeyJwk) {

    /** A request with a key in another form than {@code publicKeyJwk}. */
    public ImportKeyRequest(
        String issuer,
        String verificationMethod,
        String publicKeyPem,
        JsonBytes jwk,
        String privateKeyPem,
        String pkcs12,
        String password,
        List<JsonBytes> contexts) {
      this(
          issuer,
          verificationMethod,
          publicKeyPem,
          jwk,
          privateKeyPem,
          pkcs12,
          password,
          contexts,
          null);
    }

    public static ImportKeyRequest ofPublicKey(
        String issuer, String verificationMethod, String publicKeyPem, List<JsonBytes> contexts) {
      return new ImportKeyRequest(
          issuer, verificationMethod, publicKeyPem, null, null, null, null, contexts);
    }

    /** Returns a text without the key, which may be private. */
    @Override
    public String toString() {
      return "ImportKeyRequest[" + issuer + ", " + verificationMethod + "]";
    }
  }

  /**
   * Requests a page of an issuer's keys.
   *
   * @param issuer the issuer's DID, or other IRI
   * @param limit the most results, 1 to 1,000
   * @param offset the number of results to skip
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
   * @param verificationMethod the key's IRI in proofs
   * @param type {@code RSA}, {@code ED25519} or {@code P256}
   * @param state {@code ACTIVE}, {@code VERIFY_ONLY} or {@code REVOKED}
   * @param signedFrom proofs dated before this time do not verify; null for an imported key
   * @param signedUntil proofs dated after this time do not verify; null while the key signs, and
   *     for an imported public key
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
   * @param verificationMethod the IRI, in proofs, of the key that shall no longer sign
   */
  public record RotateKeyRequest(String verificationMethod) {}

  /**
   * @param verificationMethod the key's IRI in proofs
   */
  public record RevokeKeyRequest(String verificationMethod) {}
}
