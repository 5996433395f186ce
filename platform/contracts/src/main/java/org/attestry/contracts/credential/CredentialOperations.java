package org.attestry.contracts.credential;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.EntitiesView;

/** The operations of credential-service about credentials and what verifies them. */
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

  /**
   * Tries whether credentials can be made with a template, with examples of what fills it. Nothing
   * is signed; for an admin, the contexts that its credentials will name are stored. For
   * schema-service alone.
   */
  public static final Operation<CheckTemplateRequest, TemplateCheck> CHECK_TEMPLATE =
      Operation.of("credential.checkTemplate.v1", CheckTemplateRequest.class, TemplateCheck.class);

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

  /**
   * @param data the data that fills the template
   * @param credentialTemplate a JSON-LD template: an object, or its text as a JSON string
   * @param credential a credential that is signed as it stands, instead of the other two; or null
   */
  public record SignCredentialRequest(
      JsonBytes data, JsonBytes credentialTemplate, JsonBytes credential) {

    public SignCredentialRequest(JsonBytes data, JsonBytes credentialTemplate) {
      this(data, credentialTemplate, null);
    }
  }

  /**
   * @param credential the signed credential (interface 7.2)
   */
  public record SignedCredential(JsonBytes credential) {}

  /**
   * @param entityType the type of the entity that the credential is about
   * @param entityId its osid
   * @param attestationName the policy, or null for a credential of the entity itself
   * @param credentialTemplate a JSON-LD template
   * @param data the data that fills the template
   */
  public record IssueCredentialRequest(
      String entityType,
      String entityId,
      String attestationName,
      JsonBytes credentialTemplate,
      JsonBytes data) {}

  /**
   * @param credentialId the credential's {@code id}, {@code urn:uuid:…}
   * @param credential the signed credential
   */
  public record IssuedCredential(String credentialId, JsonBytes credential) {}

  /**
   * @param credential an issued credential, exactly as it was signed
   */
  public record SignAsJwtRequest(JsonBytes credential) {}

  /**
   * @param jwt a JWS in compact form (RFC 7515, section 7.1)
   */
  public record SignedJwt(String jwt) {}

  /**
   * @param credential an issued credential, exactly as it was signed
   * @param holderKey the public key (RFC 7517) of the holder, or null
   */
  public record SignAsSdJwtRequest(JsonBytes credential, JsonBytes holderKey) {}

  /**
   * @param sdJwt an SD-JWT with all its disclosures (RFC 9901, section 4)
   */
  public record SignedSdJwt(String sdJwt) {}

  /**
   * @param credentialTemplate a JSON-LD template: an object, or its text as a JSON string
   * @param definition a self-contained draft-07 schema of the entities that fill it
   * @param attestationProperties alias to path of the attested values that fill the template of a
   *     policy; null if the entity fills it
   * @param signedFields the only fields of the entity that a credential may hold; empty for all
   */
  public record CheckTemplateRequest(
      JsonBytes credentialTemplate,
      JsonBytes definition,
      Map<String, FieldPath> attestationProperties,
      List<FieldPath> signedFields) {

    public CheckTemplateRequest {
      signedFields = signedFields == null ? List.of() : List.copyOf(signedFields);
    }
  }

  /**
   * @param violations why no credential can be made with the template, with pointers into it; empty
   *     if one can
   * @param reads what the template reads of what fills it, the first 1,000; empty if there are
   *     violations
   * @param warnings what else is likely a mistake, with pointers into the filled template; empty if
   *     there are violations
   */
  public record TemplateCheck(
      List<Violation> violations, List<TemplateRead> reads, List<Violation> warnings) {

    public TemplateCheck {
      violations = List.copyOf(violations);
      reads = reads == null ? List.of() : List.copyOf(reads);
      warnings = warnings == null ? List.of() : List.copyOf(warnings);
    }

    /** Of a template that no credential can be made with. */
    public TemplateCheck(List<Violation> violations) {
      this(violations, List.of(), List.of());
    }
  }

  /**
   * A placeholder of a template, or what one of its blocks asks.
   *
   * @param pointer of the text in the template; empty for a template that is a text
   * @param written the path as the template has it, such as {@code ../name}
   * @param path from what fills the template on: names, positions in lists, and {@code *} for each
   *     item of a list or member of an object
   */
  public record TemplateRead(String pointer, String written, List<String> path) {

    public TemplateRead {
      path = List.copyOf(path);
    }
  }

  /**
   * @param signedCredentials a signed credential
   * @param nonce what the key binding of an SD-JWT must have, or null
   * @param audience whom the key binding of an SD-JWT must be for, or null
   */
  public record VerifyCredentialRequest(
      JsonBytes signedCredentials, String nonce, String audience) {

    /** Without a requirement on the key binding. */
    public VerifyCredentialRequest(JsonBytes signedCredentials) {
      this(signedCredentials, null, null);
    }
  }

  /**
   * @param verified whether every check is OK; UNKNOWN is not
   */
  public record VerificationView(boolean verified, List<Check> checks) {

    public VerificationView {
      checks = List.copyOf(checks);
    }

    /**
     * @param check {@code proof}, {@code issuer}, {@code revocation}, {@code suspension} (of a
     *     credential that can be suspended) or {@code expiry}
     * @param reason stable code, null when OK
     */
    public record Check(String check, Status status, String reason) {}

    /** The outcome of one check. */
    public enum Status {
      OK,
      NOK,
      UNKNOWN
    }
  }

  /**
   * @param presentation a presentation with its proof, a JSON object; or in a JWT (vp+jwt)
   * @param challenge what the proof must have as challenge, or null for anything
   * @param domain whom the proof must be meant for, or null for anybody
   */
  public record VerifyPresentationRequest(
      JsonBytes presentation, String challenge, String domain) {}

  /**
   * What the verification of a presentation has found.
   *
   * @param verified whether every check is OK, its own and those of its credentials
   * @param holder the DID whose key signed the presentation; null unless its proof holds
   * @param checks {@code proof}, {@code holder}, and {@code challenge} and {@code domain} where
   *     they were given
   * @param credentials the verification of each credential, in their order
   */
  public record PresentationView(
      boolean verified,
      String holder,
      List<VerificationView.Check> checks,
      List<VerificationView> credentials) {

    public PresentationView {
      checks = List.copyOf(checks);
      credentials = List.copyOf(credentials);
    }
  }

  /**
   * @param credentialId the {@code id} of a credential that we issued; of {@code urn:uuid:…} the
   *     UUID alone is enough
   */
  public record VerifyIssuedRequest(String credentialId) {}

  /**
   * The data of a credential of ours that anybody may see; nothing about its subject.
   *
   * @param types those of its document, without {@code VerifiableCredential}
   * @param entityId the entity that it is about
   * @param validUntil as its document has it, or null
   */
  public record IssuedVerification(
      VerificationView verification,
      String credentialId,
      String issuer,
      List<String> types,
      String entityType,
      String entityId,
      Instant issuedAt,
      String validUntil) {

    public IssuedVerification {
      types = List.copyOf(types);
    }
  }

  /**
   * @param digest the context's content address, as it stands in its URL
   */
  public record ReadContextRequest(String digest) {}

  /**
   * @param document JSON that is public
   */
  public record PublicDocument(JsonBytes document) {}

  /**
   * @param issuer the issuer's name, or null for the default one
   */
  public record ReadDidDocumentRequest(String issuer) {}

  /**
   * @param list the list's number, as its address has it
   * @param purpose {@code revocation} or {@code suspension}
   */
  public record ReadStatusListRequest(String list, String purpose) {}

  /**
   * @param list the list's number, as its address has it
   */
  public record ReadTokenStatusListRequest(String list) {}

  /**
   * @param type of the entities
   * @param policy of their attestations, or null for the credentials of the entities
   */
  public record ReadCredentialTypeRequest(String type, String policy) {}

  /**
   * @param osid the record's
   */
  public record ReadRevokedRequest(String osid) {}

  /**
   * A RevokedCredential record.
   *
   * @param signedHash SHA-256 of the canonical form, lower-case hex
   * @param userId who revoked it, or null
   */
  public record RevokedCredential(
      String osid,
      String entity,
      String entityId,
      String credentialId,
      String signedHash,
      String signedData,
      String userId,
      Instant osCreatedAt) {}

  /**
   * @param query in the form of a search of any type
   */
  public record SearchRevokedRequest(JsonBytes query) {}

  /**
   * Revocations of a former system. A line is a JSON object that names a credential by {@code
   * credentialId}, by {@code signedHash} (SHA-256 of its canonical form, 64 digits in hex) or by
   * {@code signedData} (the credential, an object or its text), or by several of them; {@code
   * revokedAt} (RFC 3339) may say since when it is revoked.
   *
   * @param lines NDJSON: a JSON value a line; blank lines are passed over
   */
  public record ImportRevocationsRequest(String lines) {}

  /**
   * What became of the lines of an import of revocations.
   *
   * @param rows how many lines there were
   * @param imported those that are stored by this request
   * @param known those that were stored before
   * @param refused those that have an error
   * @param errors of the first refused lines
   * @param moreErrors how many others have one
   */
  public record ImportedRevocations(
      int rows, int imported, int known, int refused, List<Error> errors, int moreErrors) {

    public ImportedRevocations {
      errors = List.copyOf(errors);
    }

    /**
     * The mistake in one line.
     *
     * @param line its number in the text, from 1
     * @param pointer RFC 6901 pointer into the line's object, empty for the whole
     */
    public record Error(int line, String pointer, String rule, String message) {}
  }
}
