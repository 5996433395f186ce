package org.attestry.contracts.registry;

import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Done;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.contracts.schema.Condition;

/** The operations of registry-service about attestations and the rights of callers. */
public final class AttestationOperations {

  public static final Operation<RaiseAttestationRequest, AttestationReceipt> RAISE_ATTESTATION =
      Operation.of(
          "registry.raiseAttestation.v1", RaiseAttestationRequest.class, AttestationReceipt.class);

  /**
   * Checks that the caller has a right on data that belongs to an entity; fails as the caller's own
   * request would.
   */
  public static final Operation<AuthorizeCallerRequest, Done> AUTHORIZE_CALLER =
      Operation.of("registry.authorizeCaller.v1", AuthorizeCallerRequest.class, Done.class);

  /**
   * Reads a page of the caller's own records of a type in full view, for an attestation condition.
   */
  public static final Operation<FindCallerRecordsRequest, EntitiesView> FIND_CALLER_RECORDS =
      Operation.of(
          "registry.findCallerRecords.v1", FindCallerRecordsRequest.class, EntitiesView.class);

  /**
   * Decides an attestation. State, credential, history and fact are committed together; when it
   * answers, the claim is closed, unless the policy requires grants of further attestors. Fails
   * CONFLICT where the attestation does not wait for a decision on the claim, FORBIDDEN for a
   * caller who is no attestor of it now, UNPROCESSABLE where its credential cannot be made, INVALID
   * for a rejection without the note that the policy requires, and UNAVAILABLE where nothing can be
   * signed now. Requested again with the same attempt it replies the same.
   */
  public static final Operation<DecideAttestationRequest, DecidedAttestation> DECIDE_ATTESTATION =
      Operation.of(
          "registry.decideAttestation.v1",
          DecideAttestationRequest.class,
          DecidedAttestation.class);

  /** Reads the data of an attestation that an attestor needs: for claims-service alone. */
  public static final Operation<ReadAttestationRequest, AttestationView> READ_ATTESTATION =
      Operation.of(
          "registry.readAttestation.v1", ReadAttestationRequest.class, AttestationView.class);

  /**
   * Finds the claims on which attestations wait for a decision: for claims-service alone, which may
   * not have got the fact of the raise yet.
   */
  public static final Operation<FindRaisedClaimsRequest, RaisedClaims> FIND_RAISED_CLAIMS =
      Operation.of(
          "registry.findRaisedClaims.v1", FindRaisedClaimsRequest.class, RaisedClaims.class);

  /**
   * Delivers again the fact that closes a claim, if its attestation no longer waits for a decision:
   * for claims-service alone, which may not have got it yet. When it replies, the claim is closed.
   */
  public static final Operation<ReadAttestationRequest, Done> SETTLE_CLAIM =
      Operation.of("registry.settleClaim.v1", ReadAttestationRequest.class, Done.class);

  /**
   * Reads the credential of a granted attestation; fails NOT_FOUND if there is none that the caller
   * may see.
   */
  public static final Operation<ReadAttestedDataRequest, AttestedDataView> READ_ATTESTED_DATA =
      Operation.of(
          "registry.readAttestedData.v1", ReadAttestedDataRequest.class, AttestedDataView.class);

  /**
   * Returns which of the given credentials entities still have: for credential-service, which
   * issued them.
   */
  public static final Operation<FindHeldCredentialsRequest, HeldCredentials> FIND_HELD_CREDENTIALS =
      Operation.of(
          "registry.findHeldCredentials.v1",
          FindHeldCredentialsRequest.class,
          HeldCredentials.class);

  /**
   * Reads the credential of a record or attestation for a caller who may offer it to a wallet: the
   * owner, an admin, and of a record without owner those who may change it, if they may read the
   * credential. For credential-service alone.
   */
  public static final Operation<ReadOfferedCredentialRequest, OfferedCredential>
      READ_OFFERED_CREDENTIAL =
          Operation.of(
              "registry.readOfferedCredential.v1",
              ReadOfferedCredentialRequest.class,
              OfferedCredential.class);

  /**
   * Reads the owners of the entity that has a credential now: for credential-service, which issued
   * it.
   */
  public static final Operation<ReadCredentialOwnersRequest, CredentialOwners>
      READ_CREDENTIAL_OWNERS =
          Operation.of(
              "registry.readCredentialOwners.v1",
              ReadCredentialOwnersRequest.class,
              CredentialOwners.class);

  /**
   * Reads the credential that a record or attestation has now, and its owners: for
   * credential-service, which issues copies of it to wallets that have a grant.
   */
  public static final Operation<ReadCurrentCredentialRequest, CurrentCredential>
      READ_CURRENT_CREDENTIAL =
          Operation.of(
              "registry.readCurrentCredential.v1",
              ReadCurrentCredentialRequest.class,
              CurrentCredential.class);

  /**
   * Finds the caller's own records of a type, or attestations by a policy of them, that have a
   * credential or are to get one: for credential-service, when a wallet requests it with the
   * caller's token.
   */
  public static final Operation<FindOwnCredentialsRequest, OwnCredentials> FIND_OWN_CREDENTIALS =
      Operation.of(
          "registry.findOwnCredentials.v1", FindOwnCredentialsRequest.class, OwnCredentials.class);

  private AttestationOperations() {}

  /**
   * @param policy the policy of the attestation whose credential is meant; null for the entity's
   *     own
   * @param attestationId as in {@link ReadAttestedDataRequest}; null without a policy
   */
  public record ReadOfferedCredentialRequest(
      String type, String id, String policy, String attestationId) {}

  /**
   * @param credential exactly as it was signed; null while it is not signed yet
   * @param owners the entity's owners
   * @param owned whether the caller is one of them
   */
  public record OfferedCredential(JsonBytes credential, List<String> owners, boolean owned) {

    public OfferedCredential {
      owners = List.copyOf(owners);
    }
  }

  /**
   * @param issued the credential, with its digest
   */
  public record ReadCredentialOwnersRequest(FindHeldCredentialsRequest.Issued issued) {}

  /**
   * @param held whether the entity has the credential now
   * @param owners the entity's owners; empty unless it has the credential
   */
  public record CredentialOwners(boolean held, List<String> owners) {

    public CredentialOwners {
      owners = List.copyOf(owners);
    }
  }

  /** The members are those of {@link ReadOfferedCredentialRequest}. */
  public record ReadCurrentCredentialRequest(
      String type, String id, String policy, String attestationId) {}

  /**
   * @param credential exactly as it was signed; null while it is not signed yet, and without one
   * @param due whether it is yet to be signed
   * @param owners the entity's owners; empty if there is no such entity
   */
  public record CurrentCredential(JsonBytes credential, boolean due, List<String> owners) {

    public CurrentCredential {
      owners = List.copyOf(owners);
    }
  }

  /**
   * @param policy null for the credentials of the entities themselves
   */
  public record FindOwnCredentialsRequest(String type, String policy) {}

  /**
   * @param found up to {@link #MOST}
   */
  public record OwnCredentials(List<OwnCredential> found) {

    public static final int MOST = 10;

    public OwnCredentials {
      found = List.copyOf(found);
    }
  }

  /**
   * @param id the entity's osid
   * @param attestationId as in {@link ReadAttestedDataRequest}; null without a policy
   * @param owners the entity's owners
   */
  public record OwnCredential(String id, String attestationId, List<String> owners) {

    public OwnCredential {
      owners = List.copyOf(owners);
    }
  }

  /**
   * The body of {@code POST /api/v1/send} (interface 6.1).
   *
   * @param name the policy's name
   * @param propertiesOSID property name to an array of the osids to attest, or null for all
   * @param additionalInput input that the policy requires of the requester, or null
   */
  public record RaiseAttestationRequest(
      String entityName,
      String entityId,
      String name,
      JsonBytes propertiesOSID,
      JsonBytes additionalInput) {}

  /**
   * @param attestationOSID the attestation record's osid
   * @param claimId the claim that is decided
   */
  public record AttestationReceipt(String attestationOSID, String claimId) {}

  /**
   * A decision on a pending attestation. The caller is the attestor, or for {@link
   * Decision#WITHDRAWN} a caller who may change the entity.
   *
   * @param type the requester's entity type
   * @param id the requester's entity
   * @param claimId the claim under which the attestation was raised
   * @param attempt id by which a repeated request is recognised
   * @param attestorType the type as whose member the caller decides; null for a withdrawal
   * @param noted whether the caller gave a note, which a policy may require of a rejection
   */
  public record DecideAttestationRequest(
      String type,
      String id,
      String claimId,
      Decision decision,
      UUID attempt,
      String attestorType,
      boolean noted) {}

  /**
   * @param state the stored state of the attestation
   */
  public record DecidedAttestation(String state) {}

  /**
   * @param claimId the claim under which the attestation was raised
   */
  public record ReadAttestationRequest(String type, String id, String claimId) {}

  /**
   * Requests one claim or the claims of one entity; the other member is null.
   *
   * @param claimId the claim under which the attestation was raised
   * @param osid the requester's entity
   */
  public record FindRaisedClaimsRequest(String claimId, String osid) {

    /** The most claims of an entity in the reply: those that were raised last. */
    public static final int MOST = 500;
  }

  /**
   * @param claims empty if no attestation waits for a decision on the claim or in the entity
   */
  public record RaisedClaims(List<AttestationRaised> claims) {

    public RaisedClaims {
      claims = List.copyOf(claims);
    }
  }

  /**
   * The current state of an attestation in its entity.
   *
   * @param open whether the attestation still waits for a decision on this claim
   * @param attestationId the attestation record's osid
   * @param attestationName the policy's name
   * @param attestorEntity the type whose members may decide
   * @param condition the condition that attestor and requester must satisfy
   * @param selfAttestation whether the user who raised the attestation, or an owner of the entity,
   *     may decide it
   * @param propertyData alias to attested value, for the condition and for callers who may see the
   *     claim
   * @param requester the requester's entity in full view, for the condition
   * @param additionalInput the requester's additional input, or null
   * @param raisedBy id of the user who raised the attestation, or null
   * @param owners the entity's owners
   * @param version the version of the entity that the data is read from
   * @param revision the revision of the entity's type that the policy is read from
   */
  public record AttestationView(
      boolean open,
      String attestationId,
      String attestationName,
      String attestorEntity,
      Condition condition,
      boolean selfAttestation,
      JsonBytes propertyData,
      JsonBytes requester,
      JsonBytes additionalInput,
      String raisedBy,
      List<String> owners,
      long version,
      long revision) {

    /** The reply for an attestation that does not wait for a decision on the claim. */
    public static final AttestationView NOT_OPEN =
        new AttestationView(
            false, null, null, null, null, false, null, null, null, null, List.of(), 0, 0);

    public AttestationView {
      owners = List.copyOf(owners);
    }
  }

  /**
   * @param policy the attestation policy's name
   * @param attestationId the attestation record's osid or, where the attestation was raised by
   *     property, the property's name
   */
  public record ReadAttestedDataRequest(
      String type, String id, String policy, String attestationId) {}

  /**
   * @param credential the credential of the attested values, as it was signed
   */
  public record AttestedDataView(JsonBytes credential) {}

  /**
   * @param right the right to check
   * @param property the top-level property that is accessed, or null
   * @param claimId the claim that is accessed, or null; callers who can decide it may read it
   */
  public record AuthorizeCallerRequest(
      String type, String id, Right right, String property, String claimId) {

    /** Creates a request about a property or the whole entity. */
    public AuthorizeCallerRequest(String type, String id, Right right, String property) {
      this(type, id, right, property, null);
    }

    /** Rights on data of an entity that another service stores. */
    public enum Right {
      READ_FILE,
      CHANGE_FILE,
      READ_CLAIM,
      /** The right to have the caller's key put into a credential of the entity. */
      HOLD_CREDENTIAL
    }
  }

  /**
   * @param type an attestor type; NOT_FOUND if there is no such type
   * @param fields the fields to return; null for all
   * @param after the next cursor of the previous page, null for the first page
   */
  public record FindCallerRecordsRequest(String type, List<FieldPath> fields, String after) {

    /** The most records of one type that an attestor may own. */
    public static final int MOST = 10_000;

    public FindCallerRecordsRequest {
      fields = fields == null ? null : List.copyOf(fields);
    }

    /** Returns the request for the next page. */
    public FindCallerRecordsRequest next(String cursor) {
      return new FindCallerRecordsRequest(type, fields, cursor);
    }

    /**
     * Returns the failure for a caller with more records, or larger ones: a condition is never
     * evaluated over only some of them.
     */
    public static FailureException tooMany(String type) {
      return FailureException.of(
          FailureKind.UNPROCESSABLE,
          "registry.caller.too-many-records",
          "You own more than %d records of %s, or larger ones than can be looked through together;"
                  .formatted(MOST, type)
              + " use an account that owns fewer or smaller ones.");
    }
  }
}
