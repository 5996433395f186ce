package org.attestry.contracts.credential;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.EntitiesView;

/**
 * The operations of credential-service that issue and verify credentials, and those that read the
 * public documents needed for verification.
 */
public final class CredentialOperations {

  /** Signs a credential without storing it (interface 7.1, {@code /utils/sign}). */
  public static final Operation<SignCredentialRequest, SignedCredential> SIGN_CREDENTIAL =
      Operation.of(
              "credential.signCredential.v1", SignCredentialRequest.class, SignedCredential.class)
          .sentOnce();

  /** Signs and stores a credential of an entity or attestation: for registry-service alone. */
  public static final Operation<IssueCredentialRequest, IssuedCredential> ISSUE_CREDENTIAL =
      Operation.of(
              "credential.issueCredential.v1", IssueCredentialRequest.class, IssuedCredential.class)
          .sentOnce();

  /**
   * Signs a credential that this service issued once more, as a JWT (W3C VC-JOSE-COSE): for the
   * gateway alone, which sends a credential that the caller may read. Fails NOT_ACCEPTABLE for a
   * credential that cannot be expressed as a JWT.
   */
  public static final Operation<SignAsJwtRequest, SignedJwt> SIGN_AS_JWT =
      Operation.of("credential.signAsJwt.v1", SignAsJwtRequest.class, SignedJwt.class).sentOnce();

  /**
   * Signs a credential that this service issued once more, as an SD-JWT (SD-JWT VC): for the
   * gateway alone, which sends a credential that the caller may read, and the key of a caller who
   * may hold the credential. Fails NOT_ACCEPTABLE for a credential that cannot be expressed as an
   * SD-JWT, INVALID if the key is not a public key.
   */
  public static final Operation<SignAsSdJwtRequest, SignedSdJwt> SIGN_AS_SD_JWT =
      Operation.of("credential.signAsSdJwt.v1", SignAsSdJwtRequest.class, SignedSdJwt.class)
          .sentOnce();

  /**
   * Checks whether credentials can be made with a template, by filling it with example data.
   * Nothing is signed; if the caller is an admin, the contexts that the template's credentials will
   * refer to are stored. For schema-service alone.
   */
  public static final Operation<CheckTemplateRequest, TemplateCheck> CHECK_TEMPLATE =
      Operation.of("credential.checkTemplate.v1", CheckTemplateRequest.class, TemplateCheck.class)
          .sentOnce();

  public static final Operation<VerifyCredentialRequest, VerificationView> VERIFY_CREDENTIAL =
      Operation.of(
              "credential.verifyCredential.v1",
              VerifyCredentialRequest.class,
              VerificationView.class)
          .sentOnce();

  /** Verifies a presentation and the credentials in it. */
  public static final Operation<VerifyPresentationRequest, PresentationView> VERIFY_PRESENTATION =
      Operation.of(
              "credential.verifyPresentation.v1",
              VerifyPresentationRequest.class,
              PresentationView.class)
          .sentOnce();

  /** Verifies a credential that this service issued, by its id. */
  public static final Operation<VerifyIssuedRequest, IssuedVerification> VERIFY_ISSUED =
      Operation.of(
              "credential.verifyIssued.v1", VerifyIssuedRequest.class, IssuedVerification.class)
          .sentOnce();

  /**
   * Finds the entity of a credential that this service issued, by the credential's id, without
   * verifying the credential.
   */
  public static final Operation<FindIssuedRequest, IssuedPlace> FIND_ISSUED =
      Operation.of("credential.findIssued.v1", FindIssuedRequest.class, IssuedPlace.class);

  /**
   * @param credentialId the {@code id} of a credential that this service issued; of {@code
   *     urn:uuid:…} the UUID alone is enough
   */
  public record FindIssuedRequest(String credentialId) {}

  /** The entity that a credential belongs to, directly or through one of its attestations. */
  public record IssuedPlace(String entityType, String entityId) {}

  /**
   * Reads a JSON-LD context that this service generated for terms that a template's own contexts
   * leave undefined.
   */
  public static final Operation<ReadContextRequest, PublicDocument> READ_CONTEXT =
      Operation.of("credential.readContext.v1", ReadContextRequest.class, PublicDocument.class);

  public static final Operation<ReadDidDocumentRequest, PublicDocument> READ_DID_DOCUMENT =
      Operation.of(
          "credential.readDidDocument.v1", ReadDidDocumentRequest.class, PublicDocument.class);

  /** Reads an issuer's public keys as JWT VC Issuer Metadata (SD-JWT VC, section 5). */
  public static final Operation<ReadJwtVcIssuerRequest, PublicDocument> READ_JWT_VC_ISSUER =
      Operation.of(
          "credential.readJwtVcIssuer.v1", ReadJwtVcIssuerRequest.class, PublicDocument.class);

  /** Reads a status list credential (W3C Bitstring Status List v1.0) with the current bits. */
  public static final Operation<ReadStatusListRequest, PublicDocument> READ_STATUS_LIST =
      Operation.of(
          "credential.readStatusList.v1", ReadStatusListRequest.class, PublicDocument.class);

  /**
   * Reads the revocation and the suspension list with the same number as one Token Status List,
   * with the current statuses.
   */
  public static final Operation<ReadTokenStatusListRequest, SignedJwt> READ_TOKEN_STATUS_LIST =
      Operation.of(
          "credential.readTokenStatusList.v1", ReadTokenStatusListRequest.class, SignedJwt.class);

  /** Reads the public type metadata of SD-JWTs of a type (SD-JWT VC Type Metadata). */
  public static final Operation<ReadCredentialTypeRequest, PublicDocument> READ_CREDENTIAL_TYPE =
      Operation.of(
          "credential.readCredentialType.v1",
          ReadCredentialTypeRequest.class,
          PublicDocument.class);

  /** Reads a RevokedCredential record, for an admin. */
  public static final Operation<ReadRevokedRequest, RevokedCredential> READ_REVOKED =
      Operation.of("credential.readRevoked.v1", ReadRevokedRequest.class, RevokedCredential.class);

  /** Searches RevokedCredential records, for an admin. */
  public static final Operation<SearchRevokedRequest, EntitiesView> SEARCH_REVOKED =
      Operation.of("credential.searchRevoked.v1", SearchRevokedRequest.class, EntitiesView.class);

  /** Imports revocations of a former system, for an admin; importing them again changes nothing. */
  public static final Operation<ImportRevocationsRequest, ImportedRevocations> IMPORT_REVOCATIONS =
      Operation.of(
          "credential.importRevocations.v1",
          ImportRevocationsRequest.class,
          ImportedRevocations.class);

  /**
   * Verifies credentials of a former system under imported keys, and stores those that hold as
   * credentials of their entities, so that they are revoked as every other. Storing them again
   * changes nothing. For registry-service alone.
   */
  public static final Operation<AdoptCredentialsRequest, AdoptedCredentials> ADOPT_CREDENTIALS =
      Operation.of(
              "credential.adoptCredentials.v1",
              AdoptCredentialsRequest.class,
              AdoptedCredentials.class)
          .within(Duration.ofSeconds(20));

  private CredentialOperations() {}

  /**
   * @param credentials at most {@value #MOST}
   */
  public record AdoptCredentialsRequest(List<FormerCredential> credentials) {

    public static final int MOST = 100;

    public AdoptCredentialsRequest {
      credentials = List.copyOf(credentials);
    }

    /**
     * A credential of a former system.
     *
     * @param attestationName the policy's name, or null for a credential of the entity itself
     * @param credential the signed credential, exactly as its text is kept
     */
    public record FormerCredential(
        String entityType, String entityId, String attestationName, JsonBytes credential) {}
  }

  /**
   * @param credentials in the order of the request
   */
  public record AdoptedCredentials(List<Adopted> credentials) {

    public AdoptedCredentials {
      credentials = List.copyOf(credentials);
    }

    /**
     * @param credentialId the credential's {@code id}, or {@code urn:sha256:} and the hash of its
     *     canonical form if it has none; null if it is refused
     * @param revoked whether it is revoked, here or by an imported revocation
     * @param refusal why it is refused, or null
     */
    public record Adopted(String credentialId, boolean revoked, String refusal) {}
  }

  /**
   * @param data the data that fills the template
   * @param credentialTemplate a JSON-LD template: an object, or its text as a JSON string
   * @param credential a credential that is signed unchanged, instead of filling a template with
   *     data; or null
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
   * @param entityId the entity's osid
   * @param attestationName the policy's name, or null for a credential of the entity itself
   * @param credentialTemplate a JSON-LD template
   * @param data the data that fills the template
   * @param suspension under which the credential is issued, or null
   */
  public record IssueCredentialRequest(
      String entityType,
      String entityId,
      String attestationName,
      JsonBytes credentialTemplate,
      JsonBytes data,
      Suspension suspension) {

    /** Creates a request for a credential that is not suspended. */
    public IssueCredentialRequest(
        String entityType,
        String entityId,
        String attestationName,
        JsonBytes credentialTemplate,
        JsonBytes data) {
      this(entityType, entityId, attestationName, credentialTemplate, data, null);
    }
  }

  /**
   * A suspension that holds for the next credential too.
   *
   * @param version the entity's version, by which suspensions and reinstatements are ordered
   * @param until when it ends; null for one that does not end by itself
   */
  public record Suspension(long version, Instant until) {}

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
   * @param definition a self-contained draft-07 schema of the entities that fill the template
   * @param attestationProperties alias to path of the attested values that fill a policy's
   *     template; null if the template is filled with the entity
   * @param signedFields the only fields of the entity that a credential may contain; empty for all
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
   * @param violations why no credential can be made with the template, with pointers into the
   *     template; empty if credentials can be made
   * @param reads the values that the template reads from the data that fills it, the first 1,000;
   *     empty if there are violations
   * @param warnings likely mistakes, with pointers into the filled template; empty if there are
   *     violations
   */
  public record TemplateCheck(
      List<Violation> violations, List<TemplateRead> reads, List<Violation> warnings) {

    public TemplateCheck {
      violations = List.copyOf(violations);
      reads = reads == null ? List.of() : List.copyOf(reads);
      warnings = warnings == null ? List.of() : List.copyOf(warnings);
    }

    /** Creates the result for a template that no credential can be made with. */
    public TemplateCheck(List<Violation> violations) {
      this(violations, List.of(), List.of());
    }
  }

  /**
   * A placeholder of a template, or the condition or list of one of its blocks.
   *
   * @param pointer RFC 6901 pointer to the string in the template; empty for a template that is a
   *     single string
   * @param written the path as written in the template, such as {@code ../name}
   * @param path the path from the root of the data that fills the template: names, list indexes,
   *     and {@code *} for each item of a list or member of an object
   */
  public record TemplateRead(String pointer, String written, List<String> path) {

    public TemplateRead {
      path = List.copyOf(path);
    }
  }

  /**
   * @param signedCredentials a signed credential
   * @param nonce the nonce that the key binding of an SD-JWT must have, or null
   * @param audience the audience that the key binding of an SD-JWT must have, or null
   * @param document whether the reply has the document; null, from a gateway of a former version,
   *     means that it has
   */
  public record VerifyCredentialRequest(
      JsonBytes signedCredentials, String nonce, String audience, Boolean document) {

    /**
     * Creates a request without a requirement on the key binding, for a reply with the document.
     */
    public VerifyCredentialRequest(JsonBytes signedCredentials) {
      this(signedCredentials, null, null, true);
    }

    /** Returns the same request for a reply without the document. */
    public VerifyCredentialRequest checksOnly() {
      return new VerifyCredentialRequest(signedCredentials, nonce, audience, false);
    }

    public boolean wantsDocument() {
      return document == null || document;
    }
  }

  /**
   * @param verified whether every check is OK; UNKNOWN is not
   * @param document what was verified, without its proof or out of its envelope; the claims of an
   *     SD-JWT, those that it discloses too, by the names of the data model; null if it was not
   *     requested or could not be read, or credential-service has a former version
   * @param entityType the type of the entity that this very credential was issued for here; null
   *     for any other credential
   */
  public record VerificationView(
      boolean verified, List<Check> checks, JsonBytes document, String entityType) {

    public VerificationView {
      checks = List.copyOf(checks);
    }

    /** Creates the result of the checks alone. */
    public VerificationView(boolean verified, List<Check> checks) {
      this(verified, checks, null, null);
    }

    /** The result of the checks alone. */
    public VerificationView checked() {
      return new VerificationView(verified, checks);
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
   * @param presentation a presentation with its proof, as a JSON object, or a presentation in a JWT
   *     (vp+jwt)
   * @param challenge the challenge that the proof must have, or null for any
   * @param domain the domain that the proof must have, or null for any
   */
  public record VerifyPresentationRequest(
      JsonBytes presentation, String challenge, String domain) {}

  /**
   * The result of verifying a presentation.
   *
   * @param verified whether every check is OK, those of the presentation and those of its
   *     credentials
   * @param holder the DID whose key signed the presentation; null unless the proof is valid
   * @param checks {@code proof}, {@code holder}, and {@code challenge} and {@code domain} if the
   *     request has them
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
   * @param credentialId the {@code id} of a credential that this service issued; of {@code
   *     urn:uuid:…} the UUID alone is enough
   */
  public record VerifyIssuedRequest(String credentialId) {}

  /**
   * The public data of a credential that this service issued, with nothing about its subject.
   *
   * @param types the credential's types, without {@code VerifiableCredential}
   * @param entityId the osid of the entity that the credential is about
   * @param validUntil the credential's {@code validUntil} as written in it, or null
   * @param entityVersion the version of the entity, if the credential is that of its content in
   *     this version; 0 if the entity has another content by now; null if the credential is that of
   *     an attestation, or this is not known
   */
  public record IssuedVerification(
      VerificationView verification,
      String credentialId,
      String issuer,
      List<String> types,
      String entityType,
      String entityId,
      Instant issuedAt,
      String validUntil,
      Long entityVersion) {

    public IssuedVerification {
      types = List.copyOf(types);
    }
  }

  /**
   * @param digest the context's digest, as in its URL
   */
  public record ReadContextRequest(String digest) {}

  /**
   * @param document a public JSON document
   */
  public record PublicDocument(JsonBytes document) {}

  /**
   * @param issuer the issuer's name, or null for the default one
   * @param host that the client's request names, with its port if it names one, or null
   */
  public record ReadDidDocumentRequest(String issuer, String host) {}

  /**
   * @param issuer the name of an issuer whose document stands here, or null for the default one
   * @param host that the client's request names, with its port if it names one, or null
   */
  public record ReadJwtVcIssuerRequest(String issuer, String host) {}

  /**
   * @param list the list's number, as in its URL
   * @param purpose {@code revocation} or {@code suspension}
   */
  public record ReadStatusListRequest(String list, String purpose) {}

  /**
   * @param list the list's number, as in its URL
   */
  public record ReadTokenStatusListRequest(String list) {}

  /**
   * @param type the entities' type
   * @param policy the policy of the attestations whose credentials are meant, or null for the
   *     credentials of the entities
   */
  public record ReadCredentialTypeRequest(String type, String policy) {}

  /**
   * @param osid the record's osid
   */
  public record ReadRevokedRequest(String osid) {}

  /**
   * A RevokedCredential record.
   *
   * @param signedHash SHA-256 of the canonical form, lower-case hex
   * @param userId the user who revoked the credential, or null
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
   * @param query a query in the same form as in the search of an entity type
   */
  public record SearchRevokedRequest(JsonBytes query) {}

  /**
   * Revocations of a former system. A line is a JSON object that names a credential by {@code
   * credentialId}, by {@code signedHash} (SHA-256 of its canonical form, 64 digits in hex) or by
   * {@code signedData} (the credential, an object or its text), or by several of them; The optional
   * {@code revokedAt} (RFC 3339) is the time of the revocation.
   *
   * @param lines NDJSON: one JSON value per line; blank lines are skipped
   */
  public record ImportRevocationsRequest(String lines) {}

  /**
   * The result of an import of revocations.
   *
   * @param rows the number of lines
   * @param imported the number of revocations that this request stored
   * @param known the number of revocations that were stored before
   * @param refused the number of lines with an error
   * @param errors the errors of the first refused lines
   * @param moreErrors the number of refused lines whose errors are not listed
   */
  public record ImportedRevocations(
      int rows, int imported, int known, int refused, List<Error> errors, int moreErrors) {

    public ImportedRevocations {
      errors = List.copyOf(errors);
    }

    /**
     * The mistake in one line.
     *
     * @param line the line's number in the text, from 1
     * @param pointer RFC 6901 pointer into the line's object, empty for the whole
     */
    public record Error(int line, String pointer, String rule, String message) {}
  }
}
