package org.attestry.contracts.credential;

import org.attestry.contracts.Operation;
import org.attestry.contracts.registry.EntitiesView;

/** The operations of credential-service. */
public final class CredentialOperations {

  /** Signs without storing (interface 7.1, {@code /utils/sign}). */
  public static final Operation<SignCredentialRequest, SignedCredential> SIGN_CREDENTIAL =
      Operation.of(
          "credential.signCredential.v1", SignCredentialRequest.class, SignedCredential.class);

  /** Signs and stores a credential of an entity or attestation: for registry-service alone. */
  public static final Operation<IssueCredentialRequest, IssuedCredential> ISSUE_CREDENTIAL =
      Operation.of(
          "credential.issueCredential.v1", IssueCredentialRequest.class, IssuedCredential.class);

  /**
   * Signs a credential that was issued here once more, as a JWT (W3C VC-JOSE-COSE): for the gateway
   * alone, with what a caller may read. Fails NOT_ACCEPTABLE for one that has no such form.
   */
  public static final Operation<SignAsJwtRequest, SignedJwt> SIGN_AS_JWT =
      Operation.of("credential.signAsJwt.v1", SignAsJwtRequest.class, SignedJwt.class);

  /**
   * Signs a credential that was issued here once more, as an SD-JWT (SD-JWT VC): for the gateway
   * alone, with what a caller may read, and the key of a caller who may hold it. Fails
   * NOT_ACCEPTABLE for one that has no such form, INVALID for what is no public key.
   */
  public static final Operation<SignAsSdJwtRequest, SignedSdJwt> SIGN_AS_SD_JWT =
      Operation.of("credential.signAsSdJwt.v1", SignAsSdJwtRequest.class, SignedSdJwt.class);

  /** Takes a public key of a former system to verify with, for an admin. */
  public static final Operation<ImportKeyRequest, IssuerView> IMPORT_KEY =
      Operation.of("credential.importKey.v1", ImportKeyRequest.class, IssuerView.class);

  /**
   * Tries whether credentials can be made with a template, with examples of what fills it. Nothing
   * is signed; for an admin, the contexts that its credentials will name are stored. For
   * schema-service alone.
   */
  public static final Operation<CheckTemplateRequest, TemplateCheck> CHECK_TEMPLATE =
      Operation.of("credential.checkTemplate.v1", CheckTemplateRequest.class, TemplateCheck.class);

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

  /**
   * @param issuer the DID, or other IRI, of a registered issuer
   */
  public record DisableIssuerRequest(String issuer) {}

  /**
   * @param issuer the DID, or other IRI, of a registered issuer
   */
  public record EnableIssuerRequest(String issuer) {}

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

  public static final Operation<VerifyCredentialRequest, VerificationView> VERIFY_CREDENTIAL =
      Operation.of(
          "credential.verifyCredential.v1", VerifyCredentialRequest.class, VerificationView.class);

  /** Verifies a presentation and the credentials in it. */
  public static final Operation<VerifyPresentationRequest, PresentationView> VERIFY_PRESENTATION =
      Operation.of(
          "credential.verifyPresentation.v1",
          VerifyPresentationRequest.class,
          PresentationView.class);

  /** Verifies a credential that we issued, by its id. */
  public static final Operation<VerifyIssuedRequest, IssuedVerification> VERIFY_ISSUED =
      Operation.of(
          "credential.verifyIssued.v1", VerifyIssuedRequest.class, IssuedVerification.class);

  /** Finds what a credential that we issued is about, by its id, without verifying it. */
  public static final Operation<FindIssuedRequest, IssuedPlace> FIND_ISSUED =
      Operation.of("credential.findIssued.v1", FindIssuedRequest.class, IssuedPlace.class);

  /**
   * @param credentialId the {@code id} of a credential that we issued; of {@code urn:uuid:…} the
   *     UUID alone is enough
   */
  public record FindIssuedRequest(String credentialId) {}

  /** The entity whose credential it is, or the credential of whose attestation. */
  public record IssuedPlace(String entityType, String entityId) {}

  /**
   * A JSON-LD context that we generated for terms that a template's own contexts leave undefined.
   */
  public static final Operation<ReadContextRequest, PublicDocument> READ_CONTEXT =
      Operation.of("credential.readContext.v1", ReadContextRequest.class, PublicDocument.class);

  /** Takes a JSON-LD context that credentials may name by its address, for an admin. */
  public static final Operation<UploadContextRequest, UploadedContext> UPLOAD_CONTEXT =
      Operation.of(
          "credential.uploadContext.v1", UploadContextRequest.class, UploadedContext.class);

  /** The uploaded contexts without their documents, for an admin. */
  public static final Operation<ListContextsRequest, UploadedContextsView> LIST_CONTEXTS =
      Operation.of(
          "credential.listContexts.v1", ListContextsRequest.class, UploadedContextsView.class);

  public static final Operation<ReadUploadedContextRequest, UploadedContext> READ_UPLOADED_CONTEXT =
      Operation.of(
          "credential.readUploadedContext.v1",
          ReadUploadedContextRequest.class,
          UploadedContext.class);

  /** Deletes an uploaded context that nothing uses; the reply is what was deleted. For an admin. */
  public static final Operation<DeleteContextRequest, UploadedContext> DELETE_CONTEXT =
      Operation.of(
          "credential.deleteContext.v1", DeleteContextRequest.class, UploadedContext.class);

  public static final Operation<ReadDidDocumentRequest, PublicDocument> READ_DID_DOCUMENT =
      Operation.of(
          "credential.readDidDocument.v1", ReadDidDocumentRequest.class, PublicDocument.class);

  /** A list credential of W3C Bitstring Status List v1.0, with its bits as they are now. */
  public static final Operation<ReadStatusListRequest, PublicDocument> READ_STATUS_LIST =
      Operation.of(
          "credential.readStatusList.v1", ReadStatusListRequest.class, PublicDocument.class);

  /** Both lists of a number as a Token Status List, with its statuses as they are now. */
  public static final Operation<ReadTokenStatusListRequest, SignedJwt> READ_TOKEN_STATUS_LIST =
      Operation.of(
          "credential.readTokenStatusList.v1", ReadTokenStatusListRequest.class, SignedJwt.class);

  /** What anybody may know of the type of SD-JWTs (SD-JWT VC Type Metadata). */
  public static final Operation<ReadCredentialTypeRequest, PublicDocument> READ_CREDENTIAL_TYPE =
      Operation.of(
          "credential.readCredentialType.v1",
          ReadCredentialTypeRequest.class,
          PublicDocument.class);

  /** A RevokedCredential record, for an admin. */
  public static final Operation<ReadRevokedRequest, RevokedCredential> READ_REVOKED =
      Operation.of("credential.readRevoked.v1", ReadRevokedRequest.class, RevokedCredential.class);

  /** RevokedCredential records, for an admin. */
  public static final Operation<SearchRevokedRequest, EntitiesView> SEARCH_REVOKED =
      Operation.of("credential.searchRevoked.v1", SearchRevokedRequest.class, EntitiesView.class);

  /** Takes revocations of a former system, for an admin; a repetition changes nothing. */
  public static final Operation<ImportRevocationsRequest, ImportedRevocations> IMPORT_REVOCATIONS =
      Operation.of(
          "credential.importRevocations.v1",
          ImportRevocationsRequest.class,
          ImportedRevocations.class);

  private CredentialOperations() {}
}
