package org.attestry.contracts.registry;

import java.time.Duration;
import org.attestry.contracts.Done;
import org.attestry.contracts.Operation;
import org.attestry.contracts.schema.CheckedEntities;

/** The operations of registry-service. */
public final class RegistryOperations {

  private static final Duration LONG = Duration.ofSeconds(60);

  public static final Operation<CreateEntityRequest, EntityReceipt> CREATE_ENTITY =
      Operation.of("registry.createEntity.v1", CreateEntityRequest.class, EntityReceipt.class);

  public static final Operation<InviteEntityRequest, EntityReceipt> INVITE_ENTITY =
      Operation.of("registry.inviteEntity.v1", InviteEntityRequest.class, EntityReceipt.class);

  public static final Operation<ReadEntityRequest, EntityView> READ_ENTITY =
      Operation.of("registry.readEntity.v1", ReadEntityRequest.class, EntityView.class);

  public static final Operation<ListEntitiesRequest, EntitiesView> LIST_ENTITIES =
      Operation.of("registry.listEntities.v1", ListEntitiesRequest.class, EntitiesView.class);

  public static final Operation<SearchEntitiesRequest, EntitiesView> SEARCH_ENTITIES =
      Operation.of("registry.searchEntities.v1", SearchEntitiesRequest.class, EntitiesView.class);

  public static final Operation<ReplaceEntityRequest, EntityReceipt> REPLACE_ENTITY =
      Operation.of("registry.replaceEntity.v1", ReplaceEntityRequest.class, EntityReceipt.class);

  /** What was done to an entity, newest first. */
  public static final Operation<ReadHistoryRequest, HistoryView> READ_HISTORY =
      Operation.of("registry.readHistory.v1", ReadHistoryRequest.class, HistoryView.class);

  public static final Operation<DeleteEntityRequest, Done> DELETE_ENTITY =
      Operation.of("registry.deleteEntity.v1", DeleteEntityRequest.class, Done.class);

  public static final Operation<AddPropertyRequest, EntityReceipt> ADD_PROPERTY =
      Operation.of("registry.addProperty.v1", AddPropertyRequest.class, EntityReceipt.class);

  /** With {@code send} it also raises an attestation of the property. */
  public static final Operation<ChangePropertyRequest, EntityReceipt> CHANGE_PROPERTY =
      Operation.of("registry.changeProperty.v1", ChangePropertyRequest.class, EntityReceipt.class);

  public static final Operation<RaiseAttestationRequest, AttestationReceipt> RAISE_ATTESTATION =
      Operation.of(
          "registry.raiseAttestation.v1", RaiseAttestationRequest.class, AttestationReceipt.class);

  public static final Operation<RevokeCredentialRequest, Done> REVOKE_CREDENTIAL =
      Operation.of("registry.revokeCredential.v1", RevokeCredentialRequest.class, Done.class);

  /**
   * Checks that the caller may do this to what belongs to an entity; fails as the caller's request
   * does.
   */
  public static final Operation<AuthorizeCallerRequest, CallerAuthorization> AUTHORIZE_CALLER =
      Operation.of(
          "registry.authorizeCaller.v1", AuthorizeCallerRequest.class, CallerAuthorization.class);

  /** A page of the caller's own records of a type in full view, for an attestation condition. */
  public static final Operation<FindCallerRecordsRequest, EntitiesView> FIND_CALLER_RECORDS =
      Operation.of(
          "registry.findCallerRecords.v1", FindCallerRecordsRequest.class, EntitiesView.class);

  /**
   * Decides an attestation. State, credential, history and fact are committed together; when it
   * answers, the claim is closed. Fails CONFLICT where the attestation does not wait for a decision
   * on the claim, FORBIDDEN for who is no attestor of it now, UNPROCESSABLE where its credential
   * cannot be made and UNAVAILABLE where nothing can be signed now. Requested again with the same
   * attempt it replies the same.
   */
  public static final Operation<DecideAttestationRequest, DecidedAttestation> DECIDE_ATTESTATION =
      Operation.of(
          "registry.decideAttestation.v1",
          DecideAttestationRequest.class,
          DecidedAttestation.class);

  /** What an attestor needs to see of an attestation: for claims-service alone. */
  public static final Operation<ReadAttestationRequest, AttestationView> READ_ATTESTATION =
      Operation.of(
          "registry.readAttestation.v1", ReadAttestationRequest.class, AttestationView.class);

  /**
   * The credential of a granted attestation; NOT_FOUND where there is none that the caller may see.
   */
  public static final Operation<ReadAttestedDataRequest, AttestedDataView> READ_ATTESTED_DATA =
      Operation.of(
          "registry.readAttestedData.v1", ReadAttestedDataRequest.class, AttestedDataView.class);

  /** How many entities are stored: for schema-service, to show what a change would mean. */
  public static final Operation<CountEntitiesRequest, EntityCount> COUNT_ENTITIES =
      Operation.of("registry.countEntities.v1", CountEntitiesRequest.class, EntityCount.class);

  /**
   * Holds the stored entities of a type against a definition before it is published: for
   * schema-service. It looks at as many as the deadline allows, and replies how many those are.
   */
  public static final Operation<CheckEntitiesRequest, CheckedEntities> CHECK_ENTITIES =
      Operation.of("registry.checkEntities.v1", CheckEntitiesRequest.class, CheckedEntities.class)
          .within(LONG);

  /**
   * Makes the unique constraints of a known type hold before it is published with them: for
   * schema-service. Fails CONFLICT, naming fields and entities, when stored values are not unique;
   * TIMEOUT while an index is still being built, which goes on. What is not published within two
   * minutes is taken back.
   */
  public static final Operation<PrepareTypeRequest, Done> PREPARE_TYPE =
      Operation.of("registry.prepareType.v1", PrepareTypeRequest.class, Done.class).within(LONG);

  /**
   * Makes sure that nothing is stored of types that are about to end, and that nothing will be: for
   * schema-service before it deletes them. Replies how many entities are stored. When none is,
   * every new one is NOT_FOUND from then on; what has not ended within two minutes is open again.
   */
  public static final Operation<PrepareDeletionRequest, EntityCount> PREPARE_DELETION =
      Operation.of("registry.prepareDeletion.v1", PrepareDeletionRequest.class, EntityCount.class);

  /**
   * Begins an import, or finds the one with this id, so that it can go on after the rows that are
   * done. Fails CONFLICT when it was begun in another way.
   */
  public static final Operation<StartImportRequest, ImportView> START_IMPORT =
      Operation.of("registry.startImport.v1", StartImportRequest.class, ImportView.class);

  /**
   * Stores rows of an import: those that are right, and for each that is not what is wrong with it.
   * Repeating it changes nothing: rows that are done are passed over. It fails as a whole, with
   * everything counted as far as it is committed, when the import is not the caller's or a part of
   * the suite does not answer.
   */
  public static final Operation<ImportEntitiesRequest, ImportView> IMPORT_ENTITIES =
      Operation.of("registry.importEntities.v1", ImportEntitiesRequest.class, ImportView.class)
          .within(Duration.ofSeconds(30));

  /** For who began the import, and the admin. */
  public static final Operation<ReadImportRequest, ImportView> READ_IMPORT =
      Operation.of("registry.readImport.v1", ReadImportRequest.class, ImportView.class);

  /** For who began the import, and the admin. */
  public static final Operation<ReadImportErrorsRequest, ImportErrorsView> READ_IMPORT_ERRORS =
      Operation.of(
          "registry.readImportErrors.v1", ReadImportErrorsRequest.class, ImportErrorsView.class);

  /**
   * What the caller may find of a type, in the order of creation, page by page; entities that are
   * created after the first page was requested are not among them.
   */
  public static final Operation<ExportEntitiesRequest, ExportedEntities> EXPORT_ENTITIES =
      Operation.of(
              "registry.exportEntities.v1", ExportEntitiesRequest.class, ExportedEntities.class)
          .within(Duration.ofSeconds(15));

  /** For credential-service: which of the credentials that it issued an entity has. */
  public static final Operation<FindHeldCredentialsRequest, HeldCredentials> FIND_HELD_CREDENTIALS =
      Operation.of(
          "registry.findHeldCredentials.v1",
          FindHeldCredentialsRequest.class,
          HeldCredentials.class);

  private RegistryOperations() {}
}
