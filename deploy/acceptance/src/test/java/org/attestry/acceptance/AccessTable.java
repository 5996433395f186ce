package org.attestry.acceptance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who may do what: one row for an operation and one or more kinds of type, one column for each
 * caller. {@code full} and {@code public} say how much of the record is seen, {@code own} that only
 * the caller's own records are; {@code 200} needs nothing but success.
 *
 * <p>Kinds of type. OWNED: no roles, no invite roles; the record has an owner. ROLED: roles and
 * invite roles name Clerk; the record has an owner. UNOWNED: roles name Clerk, anybody invites; the
 * record has no owner. ANONYMOUS: roles contain anonymous, no invite roles; the record has no
 * owner. OPENOWNED: roles contain anonymous, invite roles name Clerk; the record has an owner.
 * NONE: the operation is about no type.
 *
 * <p>The import of a kind was begun by the owner, of UNOWNED by the clerk; a kind whose records get
 * logins, ROLED, has none.
 *
 * <p>Callers. owner: of the records that have an owner. other: a user of another type. attestor: of
 * the type that the policy of each kind names. clerk: a holder of the role Clerk. admin: of the
 * admin role. nobody: without a token.
 */
final class AccessTable {

  enum Kind {
    OWNED,
    ROLED,
    UNOWNED,
    ANONYMOUS,
    OPENOWNED,
    NONE;

    boolean owned() {
      return this == OWNED || this == ROLED || this == OPENOWNED;
    }
  }

  enum Who {
    OWNER,
    OTHER,
    ATTESTOR,
    CLERK,
    ADMIN,
    NOBODY
  }

  private static final String ROWS =
      """
      operation                 kind                  owner  other  attestor clerk  admin  nobody
      createEntity              OWNED                 200    200    200      200    200    401
      createEntity              ROLED,UNOWNED         403    403    403      200    200    401
      createEntity              ANONYMOUS,OPENOWNED   200    200    200      200    200    200
      inviteEntity              OWNED,ANONYMOUS       200    200    200      200    200    401
      inviteEntity              ROLED,OPENOWNED       403    403    403      200    200    401
      inviteEntity              UNOWNED               200    200    200      200    200    200
      readEntity                OWNED                 full   public public   public full   401
      readEntity                ROLED                 full   403    public   public full   401
      readEntity                UNOWNED               403    403    public   public full   401
      readEntity                ANONYMOUS             public public public   public full   public
      readEntity                OPENOWNED             full   public public   public full   public
      searchEntities            OWNED                 full   public public   public full   401
      searchEntities            ROLED                 full   403    public   public full   401
      searchEntities            UNOWNED               403    403    public   public full   401
      searchEntities            ANONYMOUS             public public public   public full   public
      searchEntities            OPENOWNED             full   public public   public full   public
      searchEntitiesByAddress   OWNED                 full   public public   public full   401
      searchEntitiesByAddress   ROLED                 full   403    public   public full   401
      searchEntitiesByAddress   UNOWNED               403    403    public   public full   401
      searchEntitiesByAddress   ANONYMOUS             public public public   public full   public
      searchEntitiesByAddress   OPENOWNED             full   public public   public full   public
      exportEntities            OWNED                 full   public public   public full   401
      exportEntities            ROLED                 full   403    public   public full   401
      exportEntities            UNOWNED               403    403    public   public full   401
      exportEntities            ANONYMOUS             public public public   public full   public
      exportEntities            OPENOWNED             full   public public   public full   public
      importEntities            OWNED                 200    200    200      200    200    401
      importEntities            ROLED                 403    403    403      409    409    401
      importEntities            UNOWNED               403    403    403      200    200    401
      importEntities            ANONYMOUS,OPENOWNED   200    200    200      200    200    401
      readImport                OWNED                 200    404    404      404    200    401
      readImport                ROLED                 404    404    404      404    404    401
      readImport                UNOWNED               404    404    404      200    200    401
      readImport                ANONYMOUS,OPENOWNED   200    404    404      404    200    401
      readImportErrors          OWNED                 200    404    404      404    200    401
      readImportErrors          ROLED                 404    404    404      404    404    401
      readImportErrors          UNOWNED               404    404    404      200    200    401
      readImportErrors          ANONYMOUS,OPENOWNED   200    404    404      404    200    401
      listEntities              OWNED,ROLED,UNOWNED   own    own    own      own    own    401
      listEntities              ANONYMOUS,OPENOWNED   own    own    own      own    own    public
      replaceEntity             OWNED,ROLED,OPENOWNED 200    403    403      403    200    401
      replaceEntity             UNOWNED               403    403    403      200    200    401
      replaceEntity             ANONYMOUS             200    200    200      200    200    401
      deleteEntity              OWNED,ROLED,OPENOWNED 200    403    403      403    200    401
      deleteEntity              UNOWNED               403    403    403      200    200    401
      deleteEntity              ANONYMOUS             200    200    200      200    200    401
      changeProperty            OWNED,ROLED,OPENOWNED 200    403    403      403    200    401
      changeProperty            UNOWNED               403    403    403      200    200    401
      changeProperty            ANONYMOUS             200    200    200      200    200    401
      changeOwners              OWNED,ROLED,UNOWNED   403    403    403      403    200    401
      changeOwners              ANONYMOUS,OPENOWNED   403    403    403      403    200    401
      readHistory               OWNED,ROLED,OPENOWNED full   403    403      403    full   401
      readHistory               UNOWNED               403    403    403      public full   401
      readHistory               ANONYMOUS             public public public   public full   401
      addProperty               OWNED,ROLED           200    403    403      403    200    401
      addProperty               UNOWNED               403    403    403      200    200    401
      addProperty               ANONYMOUS             200    200    200      200    200    200
      addProperty               OPENOWNED             200    403    403      403    200    401
      revokeCredential          OWNED,ROLED           200    401    401      401    200    401
      revokeCredential          UNOWNED               401    401    401      200    200    401
      revokeCredential          ANONYMOUS             200    200    200      200    200    200
      revokeCredential          OPENOWNED             200    401    401      401    200    401
      revokeCredentialOfAttestation OWNED,ROLED         404    401    401      401    404    401
      revokeCredentialOfAttestation UNOWNED             401    401    401      404    404    401
      revokeCredentialOfAttestation ANONYMOUS           404    404    404      404    404    404
      revokeCredentialOfAttestation OPENOWNED           404    401    401      401    404    401
      suspendCredentialOfAttestation OWNED,ROLED         404    401    401      401    404    401
      suspendCredentialOfAttestation UNOWNED             401    401    401      404    404    401
      suspendCredentialOfAttestation ANONYMOUS           404    404    404      404    404    404
      suspendCredentialOfAttestation OPENOWNED           404    401    401      401    404    401
      reinstateCredentialOfAttestation OWNED,ROLED         404    401    401      401    404    401
      reinstateCredentialOfAttestation UNOWNED             401    401    401      404    404    401
      reinstateCredentialOfAttestation ANONYMOUS           404    404    404      404    404    404
      reinstateCredentialOfAttestation OPENOWNED           404    401    401      401    404    401
      revokeCredentialsByFilter OWNED,ROLED,UNOWNED,ANONYMOUS,OPENOWNED 403 403 403 403 200 401
      readRevocation            OWNED,ROLED,UNOWNED,ANONYMOUS,OPENOWNED 403 403 403 403 404 401
      suspendCredential         OWNED,ROLED           200    401    401      401    200    401
      suspendCredential         UNOWNED               401    401    401      200    200    401
      suspendCredential         ANONYMOUS             200    200    200      200    200    200
      suspendCredential         OPENOWNED             200    401    401      401    200    401
      reinstateCredential       OWNED,ROLED           200    401    401      401    200    401
      reinstateCredential       UNOWNED               401    401    401      200    200    401
      reinstateCredential       ANONYMOUS             200    200    200      200    200    200
      reinstateCredential       OPENOWNED             200    401    401      401    200    401
      raiseAttestation          OWNED,ROLED           200    403    403      403    200    401
      raiseAttestation          UNOWNED               403    403    403      200    200    401
      raiseAttestation          ANONYMOUS             200    200    200      200    200    200
      raiseAttestation          OPENOWNED             200    403    403      403    200    401
      storeFiles                OWNED,ROLED           200    403    403      403    200    401
      storeFiles                UNOWNED               403    403    403      200    200    401
      storeFiles                ANONYMOUS             200    200    200      200    200    200
      storeFiles                OPENOWNED             200    403    403      403    200    401
      listFiles                 OWNED,ROLED           200    403    403      403    200    401
      listFiles                 UNOWNED               403    403    403      200    200    401
      listFiles                 ANONYMOUS             200    200    200      200    200    200
      listFiles                 OPENOWNED             200    403    403      403    200    401
      readFile                  OWNED,ROLED           200    403    403      403    200    401
      readFile                  UNOWNED               403    403    403      200    200    401
      readFile                  ANONYMOUS             200    200    200      200    200    200
      readFile                  OPENOWNED             200    403    403      403    200    401
      replaceFile               OWNED,ROLED           200    403    403      403    200    401
      replaceFile               UNOWNED               403    403    403      200    200    401
      replaceFile               ANONYMOUS             200    200    200      200    200    200
      replaceFile               OPENOWNED             200    403    403      403    200    401
      deleteFile                OWNED,ROLED           200    403    403      403    200    401
      deleteFile                UNOWNED               403    403    403      200    200    401
      deleteFile                ANONYMOUS             200    200    200      200    200    200
      deleteFile                OPENOWNED             200    403    403      403    200    401
      deleteFiles               OWNED,ROLED           200    403    403      403    200    401
      deleteFiles               UNOWNED               403    403    403      200    200    401
      deleteFiles               ANONYMOUS             200    200    200      200    200    200
      deleteFiles               OPENOWNED             200    403    403      403    200    401
      attestClaim               OWNED,ROLED,UNOWNED   403    403    200      403    403    401
      attestClaim               ANONYMOUS,OPENOWNED   403    403    200      403    403    401
      attestClaims              OWNED,ROLED,UNOWNED   403    403    200      403    403    401
      attestClaims              ANONYMOUS,OPENOWNED   403    403    200      403    403    401
      readClaim                 OWNED,ROLED           200    404    200      404    200    401
      readClaim                 UNOWNED               404    404    200      200    200    401
      readClaim                 ANONYMOUS             200    200    200      200    200    200
      readClaim                 OPENOWNED             200    404    200      404    200    200
      withdrawClaim             OWNED,ROLED,OPENOWNED 200    404    403      404    200    401
      withdrawClaim             UNOWNED               404    404    403      200    200    401
      withdrawClaim             ANONYMOUS             200    200    200      200    200    401
      addClaimNote              OWNED,ROLED,OPENOWNED 200    404    200      404    200    401
      addClaimNote              UNOWNED               404    404    200      200    200    401
      addClaimNote              ANONYMOUS             200    200    200      200    200    401
      readClaimHistory          OWNED,ROLED,OPENOWNED 200    404    200      404    200    401
      readClaimHistory          UNOWNED               404    404    200      200    200    401
      readClaimHistory          ANONYMOUS             200    200    200      200    200    401
      listClaims                OWNED,ROLED,UNOWNED   200    200    200      200    200    401
      listClaims                ANONYMOUS,OPENOWNED   200    200    200      200    200    401
      readAttestedData          OWNED                 404    404    404      404    404    401
      readAttestedData          ROLED                 404    403    404      404    404    401
      readAttestedData          UNOWNED               403    403    404      404    404    401
      readAttestedData          ANONYMOUS,OPENOWNED   404    404    404      404    404    404
      createOffer               OWNED,ROLED,OPENOWNED 200    403    403      403    200    401
      createOffer               UNOWNED               403    403    403      409    200    401
      createOffer               ANONYMOUS             409    409    409      409    200    401
      readOffer                 NONE                  404    404    404      404    404    401
      withdrawOffer             NONE                  404    404    404      404    404    401
      readIssuerMetadata        NONE                  200    200    200      200    200    200
      readIssuerMetadataOfName  NONE                  404    404    404      404    404    404
      readAuthorizationMetadata NONE                  200    200    200      200    200    200
      readCredentialOffer       NONE                  404    404    404      404    404    404
      issueAccessToken          NONE                  400    400    400      400    400    400
      issueNonce                NONE                  200    200    200      200    200    200
      issueCopies               NONE                  403    403    403      403    403    401
      issueDeferredCopies       NONE                  400    400    400      400    400    401
      notifyIssuer              NONE                  400    400    400      400    400    401
      listSchemas               NONE                  200    200    200      200    200    401
      searchSchemas             NONE                  200    200    200      200    200    401
      readSchema                NONE                  200    200    200      200    200    401
      createSchema              NONE                  403    403    403      403    200    401
      changeSchema              NONE                  403    403    403      403    200    401
      deleteSchema              NONE                  403    403    403      403    200    401
      listSchemaVersions        NONE                  403    403    403      403    200    401
      readSchemaVersion         NONE                  403    403    403      403    200    401
      compareSchemaVersions     NONE                  403    403    403      403    200    401
      searchRevokedAsList       NONE                  403    403    403      403    200    401
      searchRevoked             NONE                  403    403    403      403    200    401
      searchRevokedByAddress    NONE                  403    403    403      403    200    401
      readRevoked               NONE                  403    403    403      403    404    401
      signCredential            NONE                  403    403    403      403    200    401
      createIssuer              NONE                  403    403    403      403    200    401
      importKey                 NONE                  403    403    403      403    200    401
      importRevocations         NONE                  403    403    403      403    200    401
      importClaims              NONE                  403    403    403      403    200    401
      listIssuers               NONE                  403    403    403      403    200    401
      listKeys                  NONE                  403    403    403      403    200    401
      disableIssuer             NONE                  403    403    403      403    404    401
      enableIssuer              NONE                  403    403    403      403    404    401
      rotateKey                 NONE                  403    403    403      403    404    401
      revokeKey                 NONE                  403    403    403      403    404    401
      verifyCredential          NONE                  200    200    200      200    200    200
      verifyCredentialAsUtility NONE                  200    200    200      200    200    200
      signCredentialAsVcApi     NONE                  403    403    403      403    201    401
      verifyCredentialAsVcApi   NONE                  200    200    200      200    200    200
      revokeCredentialAsVcApi   NONE                  404    404    404      404    404    404
      verifyPresentation        NONE                  200    200    200      200    200    200
      verifyIssued              NONE                  404    404    404      404    404    404
      requestPresentation       NONE                  403    403    403      403    200    401
      readPresentation          NONE                  403    403    403      403    404    401
      deletePresentation        NONE                  403    403    403      403    404    401
      listPresentationQueries   NONE                  403    403    403      403    200    401
      readPresentationQuery     NONE                  403    403    403      403    404    401
      storePresentationQuery    NONE                  403    403    403      403    200    401
      deletePresentationQuery   NONE                  403    403    403      403    404    401
      readRequestObject         NONE                  404    404    404      404    404    404
      readRequestObjectByPost   NONE                  404    404    404      404    404    404
      receivePresentation       NONE                  404    404    404      404    404    404
      uploadContext             NONE                  403    403    403      403    200    401
      listContexts              NONE                  403    403    403      403    200    401
      readUploadedContext       NONE                  403    403    403      403    404    401
      deleteContext             NONE                  403    403    403      403    404    401
      uploadCertificateTemplate NONE                  403    403    403      403    200    401
      listCertificateTemplates  NONE                  403    403    403      403    200    401
      readCertificateTemplate   NONE                  403    403    403      403    404    401
      previewCertificateTemplate NONE                 403    403    403      403    404    401
      deleteCertificateTemplate NONE                  403    403    403      403    404    401
      verifyIssuedAsPage        NONE                  404    404    404      404    404    404
      verifyCredentialForm      NONE                  200    200    200      200    200    200
      verifyCredentialAsPage    NONE                  200    200    200      200    200    200
      readQrCode                NONE                  200    200    200      200    200    200
      verifyCredentialPageFile  NONE                  200    200    200      200    200    200
      readConsole               NONE                  200    200    200      200    200    200
      readConsoleFile           NONE                  404    404    404      404    404    404
      readContext               NONE                  404    404    404      404    404    404
      readStatusList            NONE                  404    404    404      404    404    404
      readTokenStatusList       NONE                  404    404    404      404    404    404
      readCredentialType        NONE                  200    200    200      200    200    200
      readCredentialTypeOfPolicy NONE                 404    404    404      404    404    404
      readDidDocument           NONE                  200    200    200      200    200    200
      readDidDocumentOfIssuer   NONE                  404    404    404      404    404    404
      readJwtVcIssuer           NONE                  200    200    200      200    200    200
      readJwtVcIssuerOfName     NONE                  404    404    404      404    404    404
      readDescription           NONE                  200    200    200      200    200    200
      readDescriptionAsOpenApi  NONE                  200    200    200      200    200    200
      readDescriptionOfType     NONE                  200    200    200      200    200    200
      readDescriptionAsPage     NONE                  200    200    200      200    200    200
      readDescriptionPageFile   NONE                  200    200    200      200    200    200
      readHealth                NONE                  200    200    200      200    200    200
      """;

  private AccessTable() {}

  /** The response to one caller. */
  record Cell(String operation, Kind kind, Who who, String expected) {

    boolean allowed() {
      return !Set.of("401", "403", "404").contains(expected);
    }
  }

  static List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (String row : ROWS.lines().skip(1).toList()) {
      String[] columns = row.strip().split(" +");
      for (String kind : columns[1].split(",")) {
        for (Who who : Who.values()) {
          cells.add(new Cell(columns[0], Kind.valueOf(kind), who, columns[2 + who.ordinal()]));
        }
      }
    }
    return cells;
  }

  static Set<String> operations() {
    return cells().stream().map(Cell::operation).collect(Collectors.toSet());
  }

  /** The operations on a type, with the kinds that no row lists. */
  static Set<String> missing() {
    Set<String> said =
        cells().stream()
            .map(cell -> cell.operation() + " " + cell.kind())
            .collect(Collectors.toSet());
    return cells().stream()
        .filter(cell -> cell.kind() != Kind.NONE)
        .flatMap(cell -> Arrays.stream(Kind.values()).map(kind -> cell.operation() + " " + kind))
        .filter(named -> !named.endsWith(" NONE") && !said.contains(named))
        .collect(Collectors.toSet());
  }
}
